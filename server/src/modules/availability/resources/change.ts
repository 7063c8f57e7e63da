import type {
  changeResource as endpoint,
  orderResources as orderEndpoint,
  Resource,
} from '@samay/contract/availability/resources';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { getUnknownChange } from '../../../db/database.ts';
import { updateRows } from '../../../db/statement.ts';
import { announceAtCommit, type Tx } from '../../../db/tenant.ts';
import { countChanged, run, writeTogether } from '../../../db/transaction.ts';
import { assertOrder, changeAvailability, noteChange } from '../changes/change.ts';
import { orderRows } from '../changes/queries.ts';
import { lockFutureAndUnits, lockUnits } from './unit-queries.ts';
import { assertMember, assertNameFree, unarchived } from './checks.ts';
import { fetchNamed, fetchWritten, listWritten } from './list.ts';
import { listResourceRows, renameInBookings, type ResourceRow } from './queries.ts';
import { writeRenamed } from './write-renamed.ts';

type Body = BodyOf<typeof endpoint>;

interface Input {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Changes the given fields of name, colour and member. A doctor's new name becomes the text of
 * future scheduled bookings.
 */
export async function changeResource(
  context: TenantContext,
  { params: { id }, body }: Input,
): Promise<Resource> {
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    const others = all.filter((row) => row.id !== id);
    if (body.name !== undefined) assertNameFree(body.name, unarchived(others, named.whole_id));
    if (body.memberId) await assertMember(tx, context, { userId: body.memberId, kind: named.kind, others });
    const locked = { resourceIds: [id], units: [id], now: context.now };
    const booked = body.name === undefined ? [] : await lockFutureAndUnits(tx, context, locked);
    const changes = { ...getColumns(body), updated_at: context.now };
    await run(tx, context, updateRows('resources', { tenant_id: context.tenantId, id }, changes));
    const bookings = await renamed(tx, context, named, body);
    await writeRenamed(tx, context, booked);
    await noteChange(tx, context, 'resource.changed', id, {
      changed: Object.keys(body),
      ...(bookings !== undefined && { bookings }),
    });
    return fetchWritten(tx, context, id);
  });
}

function getColumns({ name, colour, memberId }: Body) {
  return {
    ...(name !== undefined && { name }),
    ...(colour !== undefined && { colour }),
    ...(memberId !== undefined && { member_id: memberId }),
  };
}

/** Renames the practitioner in its bookings, and returns their number. */
async function renamed(
  tx: Tx,
  context: TenantContext,
  { id, kind }: ResourceRow,
  { name }: Body,
): Promise<number | undefined> {
  if (kind !== 'practitioner' || name === undefined) return undefined;
  announceAtCommit(tx, getUnknownChange(context.tenantId));
  return countChanged(tx, context, renameInBookings({ id, name, now: context.now }));
}

export async function orderResources(
  context: TenantContext,
  { body: { ids } }: { body: BodyOf<typeof orderEndpoint> },
): Promise<{ items: Resource[] }> {
  return changeAvailability(context, async (tx) => {
    const rows = unarchived(await run(tx, context, listResourceRows({})), null);
    assertOrder(rows, ids);
    await writeTogether(tx, context, [lockUnits({ ids }), orderRows({ ids }, { table: 'resources' })]);
    await noteChange(tx, context, 'resource.ordered', context.tenantId, { count: ids.length });
    return listWritten(tx, context);
  });
}
