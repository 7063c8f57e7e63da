import type { Appointment } from '@samay/contract/bookings/appointments';
import { indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { assertThat } from '../../../core/app-error.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { onlyRow, runTogether } from '../../../db/transaction.ts';
import { refusingTaken } from '../../availability/index.ts';
import { lockPlaces, makePlaces, takePlace, takesPlace } from '../../tenancy/index.ts';
import {
  assertUnchanged,
  type Change,
  decideChange,
  type ForClosing,
  occupyingWith,
} from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { type FormerOccupation, type Move, occupy } from './occupy.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { withTokens } from '../rows/tokens.ts';
import { isSameTime } from '../rows/walk-in.ts';
import { writeBookings } from '../rows/write.ts';

interface Input {
  readonly params: { id: string };
  readonly body: Move & { readonly before?: { date: LocalDate; time: LocalTime } | undefined };
  readonly closing?: ForClosing;
}

/**
 * Moves a scheduled booking to another time, doctor or court, or changes its duration. For a
 * completed one it corrects these, not to a later day than today, and informs only the calendar. A
 * date in another plan month counts against that month. A request that changes nothing writes and
 * announces nothing.
 * @throws `slot.taken`, `booking.changed`
 */
export async function rescheduleAppointment(
  context: TenantContext,
  { params, body: { before, ...to }, closing }: Input,
): Promise<Appointment> {
  const move = rescheduling(context, to, closing?.id);
  return moveAppointment(context, params.id, to, {
    ...move,
    set: (booking) => {
      if (closing) assertUnchanged(booking, closing.seen);
      // Accepts a value that is already stored.
      if (before && !isAsItIs(booking, to)) assertThat(isSameTime(booking, before), 'booking.changed');
      return move.set(booking);
    },
  });
}

/**
 * Returns the change that moves a booking, alone or with others of its series.
 * @param closingId the closing for which it is moved
 */
export function rescheduling(
  context: Pick<BookingContext, 'now'>,
  to: Move,
  closingId: string | null = null,
): Change {
  return {
    may: 'reschedule',
    otherwise: 'appointment.not_reschedulable',
    action: 'rescheduled',
    announced: (_, { status }) => (status === 'scheduled' ? 'moved' : 'corrected'),
    set: (booking) => {
      if (isAsItIs(booking, to)) return null;
      assertThat(
        booking.status === 'scheduled' || to.date <= indiaDate(context.now),
        'appointment.not_completable',
      );
      const arrival =
        booking.status === 'scheduled' && !isSameTime(booking, to)
          ? { arrived_at: null, started_at: null, delay_min: 0, confirmed_at: null }
          : {};
      return { appointment_date: to.date, appointment_time: to.time, closing_id: closingId, ...arrival };
    },
  };
}

/** The place of a booking before a move, and its state there. */
export interface Former extends FormerOccupation {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly resourceId: string | null;
  readonly arrivedAt: Date | null;
  readonly delay: number;
}

interface Return {
  readonly params: { id: string };
  readonly former: Former;
  /** The version of the booking that the caller saw. */
  readonly seen: Date;
}

/**
 * Moves a scheduled booking back to the place that it had before a move, with the occupation, the
 * arrival and the delay that it had there.
 * @throws `slot.taken`, `booking.changed`
 */
export async function moveBack(
  context: TenantContext,
  { params, former, seen }: Return,
): Promise<Appointment> {
  const { date, time, resourceId, arrivedAt, delay, walkIn } = former;
  const to = { date, time, resourceId, former };
  return moveAppointment(context, params.id, to, {
    ...rescheduling(context, to),
    set: (booking) => {
      assertUnchanged(booking, seen);
      return {
        appointment_date: date,
        appointment_time: time,
        closing_id: null,
        arrived_at: arrivedAt,
        delay_min: delay,
        walk_in: walkIn,
      };
    },
  });
}

/**
 * Reopens a no-show at another time, with another doctor or court, or over another booking.
 * @throws `slot.taken`
 */
export async function reopenAppointmentAt(
  context: TenantContext,
  { params, body }: { readonly params: { id: string }; readonly body: Move },
): Promise<Appointment> {
  return moveAppointment(context, params.id, body, {
    may: 'reopen',
    otherwise: 'appointment.not_reopenable',
    action: 'reopened',
    announced: 'reopened',
    set: (booking) => ({
      status: 'scheduled',
      ...(!isSameTime(booking, body) && {
        appointment_date: body.date,
        appointment_time: body.time,
        arrived_at: null,
        started_at: null,
        delay_min: 0,
        confirmed_at: null,
      }),
    }),
  });
}

/**
 * Changes a booking together with its time: locks the plan where the day changes, then the booking,
 * then the units that it may occupy, and writes with the commit.
 * @throws `slot.taken`
 */
export async function moveAppointment(
  context: BookingContext,
  id: string,
  to: Move | 'as it was',
  change: Change,
): Promise<Appointment> {
  return refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      await change.first?.({ tx, announce });
      const locked = await runTogether(tx, context, {
        ...(to !== 'as it was' && lockPlaces([to.date])),
        ...lockingBooking(context, id),
      });
      const booking = await lockedBooking(tx, context, locked);
      const changed = decideChange(booking, context, change);
      if (!changed) return present(booking, context);
      if (to !== 'as it was' && booking.source !== 'imported' && !isSameTime(booking, to)) {
        const places = await makePlaces(tx, context, locked);
        if (takesPlace(places, booking)) takePlace(places, to.date, booking.appointment_date);
      }
      const { occupying, people } = await occupy(tx, context, [{ changed, to }]);
      const [got] = occupying;
      const moved = got ? occupyingWith(context, changed, got) : changed;
      const written = await withTokens(tx, context, [moved]);
      writeBookings({ tx, announce }, context, written, people);
      return present(onlyRow(written).after, context);
    }),
  );
}

/** Returns whether a move leaves a booking as it is. */
function isAsItIs(booking: AppointmentRow, to: Move): boolean {
  const { resourceId, serviceId, duration } = to;
  return (
    isSameTime(booking, to) &&
    (resourceId ?? booking.resource_id) === booking.resource_id &&
    (serviceId ?? booking.service_id) === booking.service_id &&
    (duration ?? booking.duration_min) === booking.duration_min
  );
}
