import type { archiveResource as endpoint, Resource } from '@samay/contract/availability/resources';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { Updateable } from 'kysely';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { getUnknownChange } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { updateRows } from '../../../db/statement.ts';
import { announceAtCommit, type Tx } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import type { ShownBookings } from '../affected/present.ts';
import { changeAvailability, noteChange, refuseField } from '../changes/change.ts';
import { assignBookings, type FutureBooking, lockFutureAndUnits } from './unit-queries.ts';
import { refusalWith, rewriteClaims } from './rewrite-claims.ts';
import { findFamily } from './units.ts';
import { assertNameFree, assertRoom, unarchived } from './checks.ts';
import { fetchNamed, fetchWritten } from './list.ts';
import type { ResourceRow } from './queries.ts';
import { writeRenamed } from './write-renamed.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof endpoint>;
}

/**
 * Archives a resource with its parts, or a part: it takes no new booking. Its future bookings are
 * kept or moved, as requested. @throws `resource.has_bookings` without a choice,
 * `resource.collides` for bookings that would overlap, `resource.last`
 */
export async function archiveResource(
  context: TenantContext,
  { params: { id }, body: { bookings: wish } }: Input,
  shown: ShownBookings,
): Promise<Resource> {
  const { now } = context;
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    if (named.archived_at !== null) return fetchWritten(tx, context, id);
    assertThat(named.whole_id !== null || unarchived(all, null).length > 1, 'resource.last');
    const gone = [named, ...unarchived(all, id)];
    const target = typeof wish === 'object' ? findTarget(all, gone, wish.moveTo) : undefined;
    const family = findFamily(all, id);
    const units = [...family, ...(target ? findFamily(all, target.id) : [])];
    const booked = await lockFutureAndUnits(tx, context, { resourceIds: family, units, now });
    const own = booked.filter((booking) => gone.some((row) => row.id === booking.resource_id));
    await assertWish(tx, context, { wish, own, shown });
    await writeResources(tx, context, gone, { archived_at: now, updated_at: now });
    if (target) {
      const ids = own.map((booking) => booking.id);
      await run(tx, context, assignBookings({ ids, to: target.id, doctor: getDoctor(target), now }));
      announceAtCommit(tx, getUnknownChange(context.tenantId));
    }
    // Leaves the bookings that an archived whole has kept unchanged.
    const rewritten = named.whole_id === null ? (target ? own : []) : booked;
    await rewriteClaims(tx, context, { ids: rewritten.map((booking) => booking.id), shown });
    if (target) await writeRenamed(tx, context, own);
    const scheduled = own.filter((booking) => booking.status === 'scheduled').length;
    await noteChange(tx, context, 'resource.archived', id, {
      bookings: scheduled,
      ...(target && { movedTo: target.id }),
    });
    return fetchWritten(tx, context, id);
  });
}

/** Finds the resource to move bookings to. */
function findTarget(all: readonly ResourceRow[], gone: readonly ResourceRow[], id: string): ResourceRow {
  const target = orNotFound(all.find((row) => row.id === id));
  assertThat(target.archived_at === null, 'resource.archived');
  if (gone.includes(target)) throw refuseField('bookings.moveTo', 'Please choose another one');
  return target;
}

/** Returns the name that a booking stores of its practitioner; null for a turf. */
export function getDoctor({ kind, name }: ResourceRow): string | null {
  return kind === 'practitioner' ? name : null;
}

async function writeResources(
  tx: Tx,
  { tenantId }: TenantContext,
  rows: readonly ResourceRow[],
  changes: Updateable<Schema['resources']>,
): Promise<void> {
  const updates = rows.map(({ id }) => updateRows('resources', { tenant_id: tenantId, id }, changes));
  await writeTogether(tx, { tenantId }, updates);
}

async function assertWish(
  tx: Tx,
  context: TenantContext,
  {
    wish,
    own,
    shown,
  }: {
    readonly wish: Input['body']['bookings'];
    readonly own: readonly FutureBooking[];
    readonly shown: ShownBookings;
  },
): Promise<void> {
  const scheduled = own.filter((booking) => booking.status === 'scheduled');
  if (wish !== undefined || scheduled.length === 0) return;
  throw await refusalWith(tx, context, {
    code: 'resource.has_bookings',
    ids: scheduled.map((booking) => booking.id),
    shown,
  });
}

/** Takes a resource out of the archive, with the parts archived with it, or a part. */
export async function restoreResource(
  context: TenantContext,
  { params: { id } }: Pick<Input, 'params'>,
  shown: ShownBookings,
): Promise<Resource> {
  const { now } = context;
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    if (named.archived_at === null) return fetchWritten(tx, context, id);
    assertThat(named.whole_id === null || isOffered(all, named.whole_id), 'resource.archived');
    assertNameFree(named.name, unarchived(all, named.whole_id));
    const since = named.archived_at.getTime();
    const back = [named, ...all.filter((row) => row.whole_id === id && row.archived_at?.getTime() === since)];
    assertRoom(all, back.length);
    const family = findFamily(all, id);
    const booked = await lockFutureAndUnits(tx, context, { resourceIds: family, units: family, now });
    // Checks whether the member has become another practitioner in the meantime.
    const isTaken = all.some(
      (row) => row.archived_at === null && row.member_id !== null && row.member_id === named.member_id,
    );
    const changes = { archived_at: null, updated_at: now, ...(isTaken && { member_id: null }) };
    await writeResources(tx, context, back, changes);
    await rewriteClaims(tx, context, { ids: booked.map((booking) => booking.id), shown });
    await noteChange(tx, context, 'resource.restored', id);
    return fetchWritten(tx, context, id);
  });
}

function isOffered(all: readonly ResourceRow[], id: string): boolean {
  return all.some((row) => row.id === id && row.archived_at === null);
}
