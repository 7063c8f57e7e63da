import type { Appointment } from '@samay/contract/bookings/appointments';
import { indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { assertThat } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { claimingTime, type Overbooking } from '../../availability/index.ts';
import { assertPlaceLeft, type LockedPlan, lockPlanAlone } from '../../tenancy/index.ts';
import { type Change, changeAppointment } from './change.ts';
import { type Move, occupyElsewhere } from './occupy-again.ts';
import type { AppointmentRow } from './queries.ts';
import { isSameTime } from './walk-in.ts';

interface Input {
  readonly params: { id: string };
  readonly body: Move & { readonly before?: { date: LocalDate; time: LocalTime } | undefined };
}

/**
 * Moves a scheduled booking to another time, doctor or court, or changes how long it lasts; of a
 * completed one it corrects that, not to a later day than today, and of receivers outside only its
 * calendar's event follows. A date in another plan month counts against that month. What changes
 * nothing writes and announces nothing. @throws `slot.taken`, `booking.changed`
 */
export async function rescheduleAppointment(
  context: TenantContext,
  { params, body: { before, ...to } }: Input,
): Promise<Appointment> {
  const move = rescheduling(context, to);
  return moveAppointment(context, params.id, to, {
    ...move,
    set: (booking, tx) => {
      // What is asked for and stands already is no conflict.
      if (before && !isAsItIs(booking, to)) assertThat(isSameTime(booking, before), 'booking.changed');
      return move.set(booking, tx);
    },
  });
}

/** The change that moves a booking, alone or with others of its series. */
export function rescheduling(context: TenantContext, to: Move): Change {
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
          ? { arrived_at: null, started_at: null }
          : {};
      return { appointment_date: to.date, appointment_time: to.time, ...arrival };
    },
  };
}

/**
 * Takes a no-show back at another time, with another doctor or court, or over another booking.
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
      }),
    }),
  });
}

/** Changes a booking together with its time. The plan is locked before it (decision 0047). */
async function moveAppointment(
  context: TenantContext,
  id: string,
  to: Move,
  change: Change,
): Promise<Appointment> {
  return claimingTime(context, to, async (overbooking) => {
    let plan: LockedPlan | undefined;
    return changeAppointment(context, id, {
      ...withItsTime(context, change, { to, overbooking, plan: () => plan }),
      before: async (tx) => {
        plan = await lockPlanAlone(tx, context, to.date);
      },
    });
  });
}

interface OfTime {
  readonly to: Move;
  readonly overbooking: Overbooking;
  /** As it is locked once the change runs. */
  readonly plan: () => LockedPlan | undefined;
}

/** The change together with the time that it claims, for which the locked plan needs a place. */
export function withItsTime(
  context: TenantContext,
  change: Change,
  { to, overbooking, plan }: OfTime,
): Change {
  return {
    ...change,
    set: async (booking, tx) => {
      const values = await change.set(booking, tx);
      if (values && !isSameTime(booking, to)) {
        const from = booking.appointment_date;
        await assertPlaceLeft(tx, context, { plan: plan(), from, to: to.date });
      }
      return values;
    },
    claims: async (booking, tx) => occupyElsewhere(tx, context, { booking, overbooking }, to),
  };
}

/** Whether a move leaves a booking as it is. */
export function isAsItIs(booking: AppointmentRow, to: Move): boolean {
  const { resourceId, serviceId, duration } = to;
  return (
    isSameTime(booking, to) &&
    (resourceId ?? booking.resource_id) === booking.resource_id &&
    (serviceId ?? booking.service_id) === booking.service_id &&
    (duration ?? booking.duration_min) === booking.duration_min
  );
}
