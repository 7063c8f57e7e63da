import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { applyChange, type Change } from '../appointments/change.ts';
import { fetchWritten, readAppointment } from '../appointments/fetch.ts';
import { mayWith } from '../appointments/policy.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { mailOnce } from './mail-once.ts';
import { lockScheduled } from './queries.ts';

/** Which bookings of a series change with one: those of its day and later ones, or all. */
type Scope = 'following' | 'all';

interface SeriesChange {
  readonly scope: Scope;
  /** The change of the booking with a number; the named one first tells what is wanted. */
  readonly changeOf: (booking: AppointmentRow, number: number) => Change;
  /** Takes the locks that come before the bookings'. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** Runs once all bookings are locked. */
  readonly locked?: (tx: Tx, bookings: readonly AppointmentRow[]) => Promise<void>;
}

/**
 * Changes a booking and others of its series, all of them or none, in the order of their starts. Only scheduled ones change; those that the plan hides
 * do too, for they are of the series. Throws `not_found` for a booking without a series, and the change's own error where the named one may not change.
 */
export async function changeSeries(
  context: TenantContext,
  id: string,
  { scope, changeOf, before, locked }: SeriesChange,
): Promise<{ items: Appointment[] }> {
  const named = await readAppointment(context, id);
  const seriesId = orNotFound(named.series_id);
  return inTenantAnnouncing(context, async (tx, announce) => {
    await before?.(tx);
    const from = scope === 'all' ? null : named.appointment_date;
    const members = await lockScheduled(tx, context, { seriesId, from });
    const bookings: AppointmentRow[] = [];
    for (const member of members) bookings.push(await fetchWritten(tx, context, member.id));
    assertThat(
      bookings.some((booking) => booking.id === id),
      changeOf(named, 0).otherwise,
    );
    bookings.sort((one, other) => startOf(one).localeCompare(startOf(other)));
    await locked?.(tx, bookings);
    return { items: await applyAll({ tx, announce }, context, bookings, changeOf) };
  });
}

async function applyAll(
  writing: { readonly tx: Tx; readonly announce: Announce },
  context: TenantContext,
  bookings: readonly AppointmentRow[],
  changeOf: SeriesChange['changeOf'],
): Promise<Appointment[]> {
  const isMailed = mailOnce(0);
  const items = [];
  for (const [number, booking] of bookings.entries()) {
    const change = changeOf(booking, number);
    assertThat(mayWith(booking, context)[change.may], change.otherwise);
    items.push(await applyChange(writing, context, booking, change, { number, receivers: isMailed(number) }));
  }
  return items;
}

function startOf({ appointment_date: date, appointment_time: time }: AppointmentRow): string {
  return `${date} ${time}`;
}
