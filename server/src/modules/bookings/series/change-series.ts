import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import type { ClaimOne, Overbooking } from '../../availability/index.ts';
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
  /**
   * The change of a booking, over another one with a reason; the named one first tells what is
   * wanted.
   */
  readonly changeOf: (booking: AppointmentRow, overbooking: Overbooking) => Change;
  /** Claims the time of the booking with a number, where the change claims one. */
  readonly claimOne?: ClaimOne;
  /** Takes the locks that come before the bookings'. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** Runs once all bookings are locked. */
  readonly locked?: (tx: Tx, bookings: readonly AppointmentRow[]) => Promise<void>;
}

/**
 * Changes a booking and others of its series, all of them or none, in the order of their starts.
 * Only scheduled ones change; those that the plan hides do too, for they are of the series. Throws
 * `not_found` for a booking without a series, and the change's own error where the named one may
 * not change.
 */
export async function changeSeries(
  context: TenantContext,
  id: string,
  { scope, changeOf, claimOne, before, locked }: SeriesChange,
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
      changeOf(named, null).otherwise,
    );
    bookings.sort((one, other) => startOf(one).localeCompare(startOf(other)));
    await locked?.(tx, bookings);
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
  }: { changeOf: SeriesChange['changeOf']; claimOne: ClaimOne | undefined },
): Promise<Appointment[]> {
  const isMailed = mailOnce(0);
  const items = [];
  for (const [number, booking] of bookings.entries()) {
    const { may, otherwise } = changeOf(booking, null);
    assertThat(mayWith(booking, context)[may], otherwise);
    const several = { number, receivers: isMailed(number) };
    items.push(
      await claimOne(number, async (overbooking) =>
        applyChange(writing, context, booking, changeOf(booking, overbooking), several),
      ),
    );
  }
  return items;
}

function startOf({ appointment_date: date, appointment_time: time }: AppointmentRow): string {
  return `${date} ${time}`;
}
