import type { Closing, ClosingBooking, TouchedBooking } from '@samay/contract/bookings/closings';
import { buildAppointment } from './builders.ts';

export const asha = '00000000-0000-4000-8000-0000000000d1';
export const ravi = '00000000-0000-4000-8000-0000000000d2';
export const closingId = '00000000-0000-4000-8000-0000000000c1';

/** Builds a booking of Dr. Asha today that a closing touches, with a free start two days later. */
export function buildTouched(personName: string, with_: Partial<TouchedBooking> = {}): TouchedBooking {
  return {
    booking: buildAppointment({ personName, doctor: 'Dr. Asha', resourceId: asha, time: '15:00' }),
    proposal: { resourceId: asha, date: '2026-11-23', time: '09:00' },
    proposedPrice: null,
    unnamed: 0,
    ...with_,
  };
}

/** Builds the decision to move a booking to Monday morning, which is not carried out yet. */
export function buildDecided(
  { booking }: TouchedBooking,
  with_: Partial<ClosingBooking> = {},
): ClosingBooking {
  return {
    bookingId: booking.id,
    booking,
    from: { date: booking.date, time: booking.time, resourceId: booking.resourceId },
    action: 'move',
    to: { resourceId: asha, date: '2026-11-23', time: '09:00' },
    money: null,
    paidBefore: null,
    state: 'waiting',
    refusal: null,
    withheld: false,
    ...with_,
  };
}

/** Builds a closing of Dr. Asha for the rest of Saturday, 21 November 2026. */
export function buildClosing(bookings: readonly ClosingBooking[], with_: Partial<Closing> = {}): Closing {
  const counts: Closing['counts'] = {};
  for (const { state } of bookings) counts[state] = (counts[state] ?? 0) + 1;
  return {
    id: closingId,
    exceptionId: '00000000-0000-4000-8000-0000000000e1',
    resourceId: asha,
    from: { date: '2026-11-21', time: '14:00' },
    to: { date: '2026-11-22', time: '00:00' },
    reason: 'Doctor ill',
    closedAt: '2026-11-21T08:30:00.000Z',
    by: 'Asha Kulkarni',
    undoneAt: null,
    mayUndo: true,
    counts,
    withheld: bookings.filter((each) => each.withheld).length,
    bookings: [...bookings],
    ...with_,
  };
}
