import type { Resource } from '@samay/contract/availability/resources';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { getUnknownChange } from '../../../db/database.ts';
import { updateRows } from '../../../db/statement.ts';
import { announceAtCommit } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { ShownBookings } from '../affected/present.ts';
import { changeAvailability, noteChange, refuseField } from '../changes/change.ts';
import { assignBookings, lockFutureAndUnits } from './unit-queries.ts';
import { rewriteClaims } from './rewrite-claims.ts';
import { getDoctor } from './archive.ts';
import { fetchNamed, fetchWritten } from './list.ts';
import { giveOver, type ResourceRow } from './queries.ts';
import { writeRenamed } from './write-renamed.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { into: string };
}

/**
 * Merges a doctor into another, who takes over all that is not over: bookings with their claims,
 * services and prices, weekly hours (if the other has none), closures, the member. The first one is
 * archived. @throws `resource.collides` with the bookings that would overlap
 */
export async function mergeResource(
  context: TenantContext,
  { params: { id }, body: { into } }: Input,
  shown: ShownBookings,
): Promise<Resource> {
  const { tenantId, now } = context;
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    const target = findTarget(all, named, into);
    const booked = await lockFutureAndUnits(tx, context, { resourceIds: [id], units: [id, into], now });
    const ids = booked.map((booking) => booking.id);
    await run(tx, context, assignBookings({ ids, to: into, doctor: getDoctor(target), now }));
    announceAtCommit(tx, getUnknownChange(tenantId));
    await rewriteClaims(tx, context, { ids, shown });
    await writeRenamed(tx, context, booked);
    await giveOver(tx, context, { from: id, to: into, now });
    const archived = { member_id: null, archived_at: named.archived_at ?? now, updated_at: now };
    await run(tx, context, updateRows('resources', { tenant_id: tenantId, id }, archived));
    const taken = { member_id: named.member_id, updated_at: now };
    if (target.member_id === null)
      await run(tx, context, updateRows('resources', { tenant_id: tenantId, id: into }, taken));
    await noteChange(tx, context, 'resource.merged', id, { into, bookings: ids.length });
    return fetchWritten(tx, context, into);
  });
}

function findTarget(all: readonly ResourceRow[], { id, kind }: ResourceRow, into: string): ResourceRow {
  const target = orNotFound(all.find((row) => row.id === into));
  if (kind !== 'practitioner' || into === id) throw refuseField('into', 'Please choose another doctor');
  assertThat(target.archived_at === null, 'resource.archived');
  return target;
}
