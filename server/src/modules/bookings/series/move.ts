import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { moveSeries as contract } from '@samay/contract/bookings/series';
import { addDays, daysBetween, LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { claimingTimes, type Overbooking } from '../../availability/index.ts';
import { assertPlaceLeft, type LockedPlan, lockPlanOfMove } from '../../tenancy/index.ts';
import type { Change } from '../appointments/change.ts';
import { readAppointment } from '../appointments/fetch.ts';
import { occupyElsewhere } from '../appointments/occupy-again.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { mostOfSeries } from '@samay/contract/bookings/series';
import { changeSeries } from './change-series.ts';
import { freeClaims } from './queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Moves a booking and others of its series by as many days, all to one time, and to another doctor,
 * court or duration where one is given. Their own times are free for each other. @throws
 * `slot.taken`, `plan.limit_reached`, `appointment.not_reschedulable`
 */
export async function moveSeries(
  context: TenantContext,
  { params, body }: Input,
): Promise<ReplyOf<typeof contract>> {
  const { scope, date, time, resourceId, duration, overbookedReason } = body;
  const named = await readAppointment(context, params.id);
  const days = daysBetween(named.appointment_date, date);
  const times = Array.from({ length: mostOfSeries }, () => ({ overbookedReason }));
  return claimingTimes(context, times, async (claimOne) => {
    let plan: LockedPlan | undefined;
    const changeOf = (booking: AppointmentRow, overbooking: Overbooking): Change => {
      const to = bookableDay(addDays(booking.appointment_date, days));
      return {
        may: 'reschedule',
        otherwise: 'appointment.not_reschedulable',
        action: 'rescheduled',
        announced: 'moved',
        set: async (_, tx) => {
          await assertPlaceLeft(tx, context, { plan, from: booking.appointment_date, to });
          return { appointment_date: to, appointment_time: time, arrived_at: null, started_at: null };
        },
        claims: async (_, tx) =>
          occupyElsewhere(tx, context, { booking, overbooking }, { date: to, time, resourceId, duration }),
      };
    };
    return changeSeries(context, params.id, {
      scope,
      changeOf,
      claimOne,
      before: async (tx) => {
        plan = await lockPlanOfMove(tx, context, date);
      },
      locked: async (tx, bookings) =>
        freeClaims(
          tx,
          context,
          bookings.map(({ id }) => id),
        ),
    });
  });
}

/** @throws `request.invalid` for a day beyond those that a booking may have */
function bookableDay(date: LocalDate): LocalDate {
  if (LocalDate.safeParse(date).success) return date;
  throw new AppError('request.invalid', {
    fields: { date: 'Please enter an earlier date for the whole series' },
  });
}
