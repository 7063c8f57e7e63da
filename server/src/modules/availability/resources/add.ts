import type {
  addPart as partEndpoint,
  addResource as endpoint,
  Resource,
} from '@samay/contract/availability/resources';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { foldName } from '@samay/contract/core/fold';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { onlyRow, run, writeTogether } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { ShownBookings } from '../affected/present.ts';
import { changeAvailability, noteChange, refuseField } from '../changes/change.ts';
import { assertMember, assertNameFree, assertRoom, unarchived } from './checks.ts';
import { fetchNamed, fetchWritten } from './list.ts';
import { insertResource, listResourceRows } from './queries.ts';
import { rewriteClaims } from './rewrite-claims.ts';
import { lockFutureAndUnits } from './unit-queries.ts';
import { findFamily } from './units.ts';

/** Adds a doctor, or a court with its parts. */
export async function addResource(
  context: TenantContext,
  { body }: { body: BodyOf<typeof endpoint> },
): Promise<Resource> {
  return changeAvailability(context, (tx) => addResourceWithin(tx, context, body));
}

/** Adds a doctor or a court within a transaction that has locked the settings. */
export async function addResourceWithin(
  tx: Tx,
  context: TenantContext,
  body: BodyOf<typeof endpoint>,
): Promise<Resource> {
  const kind = context.businessType === 'turf' ? 'court' : 'practitioner';
  assertParts(kind, body.parts);
  const all = await run(tx, context, listResourceRows({}));
  assertNameFree(body.name, unarchived(all, null));
  assertRoom(all, 1 + body.parts.length);
  if (body.memberId) await assertMember(tx, context, { userId: body.memberId, kind, others: all });
  const of = { kind, colour: body.colour ?? 'teal', created_at: context.now } as const;
  const added = { ...of, name: body.name, member_id: body.memberId ?? null, whole_id: null };
  const { id } = onlyRow(await run(tx, context, insertResource(added)));
  const parts = body.parts.map((name) => insertResource({ ...of, name, member_id: null, whole_id: id }));
  await writeTogether(tx, context, parts);
  await noteChange(tx, context, 'resource.added', id, { kind, parts: body.parts.length });
  return fetchWritten(tx, context, id);
}

function assertParts(kind: 'practitioner' | 'court', names: readonly string[]): void {
  if (kind === 'practitioner' && names.length > 0) throw refuseField('parts', 'Only a court has parts');
  if (new Set(names.map(foldName)).size < names.length)
    throw refuseField('parts', 'Please give each part its own name');
}

/**
 * Adds a part to a court: the court's future bookings occupy it. With its first part the court is
 * no longer a unit.
 */
export async function addPart(
  context: TenantContext,
  { params: { id }, body: { name } }: { params: { id: string }; body: BodyOf<typeof partEndpoint> },
  shown: ShownBookings,
): Promise<Resource> {
  const { now } = context;
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    if (named.kind !== 'court') throw refuseField('name', 'Only a court has parts');
    if (named.whole_id !== null) throw refuseField('name', 'A part has no parts');
    assertThat(named.archived_at === null, 'resource.archived');
    assertNameFree(name, unarchived(all, id));
    assertRoom(all, 1);
    const family = findFamily(all, id);
    const bookings = await lockFutureAndUnits(tx, context, { resourceIds: family, units: family, now });
    const part = insertResource({
      kind: 'court',
      name,
      colour: named.colour,
      member_id: null,
      whole_id: id,
      created_at: now,
    });
    const { id: partId } = onlyRow(await run(tx, context, part));
    await rewriteClaims(tx, context, { ids: bookings.map((booking) => booking.id), shown });
    await noteChange(tx, context, 'resource.part_added', id, { part: partId });
    return fetchWritten(tx, context, id);
  });
}
