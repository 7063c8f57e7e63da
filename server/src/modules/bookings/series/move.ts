import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { type moveSeries as contract, mostOfSeries } from '@samay/contract/bookings/series';
import { addDays, daysBetween, LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { claimingTimes } from '../../availability/index.ts';
import { type LockedPlan, lockPlanAlone } from '../../tenancy/index.ts';
import type { Move } from '../appointments/occupy-again.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { isAsItIs, rescheduling, withItsTime } from '../appointments/reschedule.ts';
import { changeSeries, type EachChange } from './change-series.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Moves the bookings of a series that are to come by as many days as the named one, all to one
 * time, and to another doctor, court or duration where one is given. Their own times are free for
 * each other. @throws `slot.taken`, `plan.limit_reached`, `appointment.not_reschedulable`,
 * `booking.changed`
 */
export async function moveSeries(
  context: TenantContext,
  { params, body }: Input,
): Promise<ReplyOf<typeof contract>> {
  const { date, time, resourceId, duration, overbookedReason } = body;
  const times = Array.from({ length: mostOfSeries }, () => ({ overbookedReason }));
  return claimingTimes(context, times, async (claimOne) => {
    let plan: LockedPlan | undefined;
    const changeFrom = ({ appointment_date: from }: Pick<AppointmentRow, 'appointment_date'>): EachChange => {
      const days = daysBetween(from, date);
      const targetOf = (booking: AppointmentRow): Move => ({
        date: bookableDay(addDays(booking.appointment_date, days)),
        time,
        resourceId,
        duration,
      });
      return {
        changeOf: (booking, overbooking) => {
          const to = targetOf(booking);
          return withItsTime(context, rescheduling(context, to), { to, overbooking, plan: () => plan });
        },
        destinationOf: (booking) => {
          const to = targetOf(booking);
          if (isAsItIs(booking, to)) return undefined;
          return { date: to.date, resourceId: resourceId ?? booking.resource_id };
        },
      };
    };
    return changeSeries(context, params.id, body, {
      otherwise: 'appointment.not_reschedulable',
      changeFrom,
      claimOne,
      before: async (tx) => {
        plan = await lockPlanAlone(tx, context, date);
      },
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
