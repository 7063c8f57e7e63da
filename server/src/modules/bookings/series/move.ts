import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { moveSeries as contract } from '@samay/contract/bookings/series';
import { addDays, daysBetween, LocalDate } from '@samay/contract/core/time';
import { AppError } from '../../../core/app-error.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { refusingTaken } from '../../availability/index.ts';
import { lockSubscription, makePlaces, readPlacesOn, takePlace, takesPlace } from '../../tenancy/index.ts';
import { decideChange, occupyingWith } from '../rows/change.ts';
import { occupy } from '../appointments/occupy.ts';
import { rescheduling } from '../appointments/reschedule.ts';
import { isSameTime } from '../rows/walk-in.ts';
import { changeSeries, type LockedSeries } from './change-series.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Moves the bookings of a series that are to come by as many days as the named one, all to one
 * time, and to another doctor, court or duration where one is given. Their own times are free for
 * each other.
 * @throws `slot.taken`, `plan.limit_reached`, `appointment.not_reschedulable`, `booking.changed`
 */
export async function moveSeries(
  context: TenantContext,
  { params, body }: Input,
): Promise<ReplyOf<typeof contract>> {
  return refusingTaken(context, () =>
    changeSeries(context, params.id, body, {
      otherwise: 'appointment.not_reschedulable',
      before: { subscription: lockSubscription({}) },
      decide: (locked) => moveAll(context, locked, body),
    }),
  );
}

async function moveAll(
  context: TenantContext,
  { tx, named, toCome, rows }: LockedSeries,
  body: Input['body'],
) {
  const { time, resourceId, duration, overbookedReason } = body;
  const days = daysBetween(named.appointment_date, body.date);
  const occupants = toCome.flatMap((booking) => {
    const date = bookableDay(addDays(booking.appointment_date, days));
    const to = { date, time, resourceId, duration, overbookedReason };
    const changed = decideChange(booking, context, rescheduling(context, to));
    return changed ? [{ changed, to }] : [];
  });
  if (occupants.length === 0) return { bookings: [] };
  const { occupying, people } = await occupy(tx, context, occupants, {
    also: readPlacesOn(occupants.map(({ to }) => to.date)),
    decide: async (read) => {
      const places = await makePlaces(tx, context, { ...rows, ...read });
      for (const { changed, to } of occupants)
        if (takesPlace(places, changed.before) && !isSameTime(changed.before, to))
          takePlace(places, to.date, changed.before.appointment_date);
    },
  });
  const bookings = occupants.flatMap(({ changed }, at) => {
    const got = occupying[at];
    return got ? [occupyingWith(context, changed, got)] : [];
  });
  return { bookings, people };
}

/** Checks that a booking may have this date. @throws `request.invalid` */
function bookableDay(date: LocalDate): LocalDate {
  if (LocalDate.safeParse(date).success) return date;
  throw new AppError('request.invalid', {
    fields: { date: 'Please enter an earlier date for the whole series' },
  });
}
