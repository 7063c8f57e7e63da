import type { Appointment } from '@samay/contract/bookings/appointments';
import { indiaDate } from '@samay/contract/core/time';
import { assertThat } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { claimingTime } from '../../availability/index.ts';
import { assertPlaceLeft, type LockedPlan, lockPlanOfMove } from '../../tenancy/index.ts';
import { type Change, changeAppointment } from './change.ts';
import { type Move, occupyElsewhere } from './occupy-again.ts';
import type { AppointmentRow } from './queries.ts';
import { isSameTime } from './walk-in.ts';

interface Input {
  readonly params: { id: string };
  readonly body: Move;
}

/**
 * Moves a scheduled booking to another time, doctor or court, or changes how long it lasts; of a
 * completed one it corrects that, not to a later day than today, and of receivers outside only its
 * calendar's event follows. A date in another plan month counts against that month. What changes
 * nothing writes and announces nothing. @throws `slot.taken`
 */
export async function rescheduleAppointment(
  context: TenantContext,
  { params, body }: Input,
): Promise<Appointment> {
  return moveAppointment(
    context,
    { params, body },
    {
      may: 'reschedule',
      otherwise: 'appointment.not_reschedulable',
      action: 'rescheduled',
      announced: (_, { status }) => (status === 'scheduled' ? 'moved' : 'corrected'),
      set: (booking) => {
        if (isAsItIs(booking, body)) return null;
        assertThat(
          booking.status === 'scheduled' || body.date <= indiaDate(context.now),
          'appointment.not_completable',
        );
        const arrival =
          booking.status === 'scheduled' && !isSameTime(booking, body)
            ? { arrived_at: null, started_at: null }
            : {};
        return { appointment_date: body.date, appointment_time: body.time, ...arrival };
      },
    },
  );
}

/**
 * Takes a no-show back at another time, with another doctor or court, or over another booking.
 * @throws `slot.taken`
 */
export async function reopenAppointmentAt(
  context: TenantContext,
  { params, body }: Input,
): Promise<Appointment> {
  return moveAppointment(
    context,
    { params, body },
    {
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
    },
  );
}

/**
 * Changes a booking together with the time that it claims. The plan is locked before the booking
 * (decision 0047).
 */
async function moveAppointment(
  context: TenantContext,
  { params, body }: Input,
  change: Change,
): Promise<Appointment> {
  return claimingTime(context, body, async (overbooking) => {
    const locked: { plan?: LockedPlan | undefined } = {};
    return changeAppointment(context, params.id, {
      ...change,
      before: async (tx) => {
        locked.plan = await lockPlanOfMove(tx, context, body.date);
      },
      set: async (booking, tx) => {
        const values = await change.set(booking, tx);
        if (values && !isSameTime(booking, body))
          await assertPlaceLeft(tx, context, {
            plan: locked.plan,
            from: booking.appointment_date,
            to: body.date,
          });
        return values;
      },
      claims: async (booking, tx) => occupyElsewhere(tx, context, { booking, overbooking }, body),
    });
  });
}

function isAsItIs(booking: AppointmentRow, body: Move): boolean {
  const { resourceId, serviceId, duration } = body;
  return (
    isSameTime(booking, body) &&
    (resourceId ?? booking.resource_id) === booking.resource_id &&
    (serviceId ?? booking.service_id) === booking.service_id &&
    (duration ?? booking.duration_min) === booking.duration_min
  );
}
