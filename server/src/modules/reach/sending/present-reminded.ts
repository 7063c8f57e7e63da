import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { addMinutes } from '@samay/contract/core/time';
import type { RemindedBooking } from '@samay/contract/reach/reminders/compose';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { RemindedRow } from '../reminders/queries.ts';

/** Returns whether a reminder lists a booking: no other one has told it or is telling it. */
export function isToBegin({ begun }: RemindedRow): boolean {
  return begun === null || begun === 'here';
}

/** Presents bookings as a reminder lists them, in order of time. */
export function presentReminded(
  rows: readonly RemindedRow[],
  composeLink: (row: RemindedRow) => string | null,
): RemindedBooking[] {
  const byTime = rows.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  return byTime.map((row) => {
    const { personName, date, time, minutes, resource, doctor } = row;
    const named = resource ?? doctor;
    return {
      person: withoutLinks(personName),
      date,
      time: time.slice(0, 5),
      endTime: addMinutes(time.slice(0, 5), minutes ?? 0),
      resource: named === null || named === defaultDoctor ? null : withoutLinks(named),
      link: composeLink(row),
    };
  });
}
