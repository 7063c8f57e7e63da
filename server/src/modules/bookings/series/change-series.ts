import type { Appointment } from '@samay/contract/bookings/appointments';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import type { ClaimOne, Overbooking } from '../../availability/index.ts';
import { applyChange, type Change } from '../appointments/change.ts';
import { fetchWritten, readAppointment } from '../appointments/fetch.ts';
import { isToCome, mayWith } from '../appointments/policy.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { isSameTime } from '../appointments/walk-in.ts';
import { type Destination, lockSeries } from './lock-series.ts';
import { lockScheduled } from './queries.ts';

/** What the caller asked for. */
interface Asked {
  readonly scope: 'following' | 'all';
  /** When the named booking was for, as the caller saw it. */
  readonly before: { readonly date: LocalDate; readonly time: LocalTime };
}

/** What happens with each booking of a series. */
export interface EachChange {
  /** The change of a booking, over another one with a reason. */
  readonly changeOf: (booking: AppointmentRow, overbooking: Overbooking) => Change;
  /** Where a booking goes; undefined where it stays as it is. By default each changes in its place. */
  readonly destinationOf?: (booking: AppointmentRow) => Destination | undefined;
}

interface SeriesChange {
  /** The error where the named booking is not scheduled, or none is to come. */
  readonly otherwise: ErrorCode;
  /** Decides by the named booking as it is locked. */
  readonly changeFrom: (named: Pick<AppointmentRow, 'appointment_date'>) => EachChange;
  /** Claims the time of the booking with a number, where the change claims one. */
  readonly claimOne?: ClaimOne;
  /** Takes the locks that come before the bookings'. */
  readonly before?: (tx: Tx) => Promise<void>;
}

/**
 * Changes the bookings of a series that are to come, all of them or none, in the order of their
 * starts, and returns those that it has changed; those that the plan hides too, for they are of the
 * series. Throws `not_found` for a booking without a series, and `booking.changed` where the named
 * one is not where the caller saw it.
 */
export async function changeSeries(
  context: TenantContext,
  id: string,
  { scope, before: seen }: Asked,
  { otherwise, changeFrom, claimOne, before }: SeriesChange,
): Promise<{ items: Appointment[] }> {
  const seriesId = orNotFound((await readAppointment(context, id)).series_id);
  return inTenantAnnouncing(context, async (tx, announce) => {
    await before?.(tx);
    const scheduled = await lockScheduled(tx, context, seriesId);
    const named = scheduled.find((each) => each.id === id);
    assertThat(named, otherwise);
    assertThat(isSameTime(named, seen), 'booking.changed');
    const toCome = scheduled.filter((each) => isToCome(each, context) && isInScope(each, named, scope));
    assertThat(toCome.length > 0, otherwise);
    const { changeOf, destinationOf = inItsPlace } = changeFrom(named);
    const bookings: AppointmentRow[] = [];
    const destinations: Destination[] = [];
    for (const each of toCome.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))) {
      const booking = await fetchWritten(tx, context, each.id);
      const destination = destinationOf(booking);
      if (!destination) continue;
      bookings.push(booking);
      destinations.push(destination);
    }
    await lockSeries(tx, context, bookings, destinations);
    return { items: await applyAll({ tx, announce }, context, bookings, { changeOf, claimOne }) };
  });
}

async function applyAll(
  writing: { readonly tx: Tx; readonly announce: Announce },
  context: TenantContext,
  bookings: readonly AppointmentRow[],
  {
    changeOf,
    claimOne = async (_, write) => write(null),
  }: { changeOf: EachChange['changeOf']; claimOne: ClaimOne | undefined },
): Promise<Appointment[]> {
  const items = [];
  for (const [number, booking] of bookings.entries()) {
    const { may, otherwise } = changeOf(booking, null);
    assertThat(mayWith(booking, context).includes(may), otherwise);
    const several = { number, isMailed: number === 0 };
    items.push(
      await claimOne(number, async (overbooking) =>
        applyChange(writing, context, booking, changeOf(booking, overbooking), several),
      ),
    );
  }
  return items;
}

/** Whether a booking is one of those that a change is for, beside the named one. */
export function isInScope(
  booking: Pick<AppointmentRow, 'appointment_date'>,
  named: Pick<AppointmentRow, 'appointment_date'>,
  scope: Asked['scope'],
): boolean {
  return scope === 'all' || booking.appointment_date >= named.appointment_date;
}

function inItsPlace({ appointment_date: date, resource_id: resourceId }: AppointmentRow): Destination {
  return { date, resourceId };
}

type Start = Pick<AppointmentRow, 'appointment_date' | 'appointment_time'>;

function startOf({ appointment_date: date, appointment_time: time }: Start): string {
  return `${date} ${time}`;
}
