import type { addResource as endpoint, Resource } from '@samay/contract/availability/resources';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { run } from '../../../db/transaction.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { refuseField } from '../changes/refusals.ts';
import { assertMember, assertNameFree, assertRoom, unarchived } from './checks.ts';
import { fetchWritten } from './list.ts';
import { listResourceRows } from './queries.ts';
import { insertResource } from './write-queries.ts';

/** Adds a doctor, or a court with its parts. */
export async function addResource(
  context: TenantContext,
  { body }: { body: BodyOf<typeof endpoint> },
): Promise<Resource> {
  const kind = context.businessType === 'turf' ? 'court' : 'practitioner';
  assertParts(kind, body.parts);
  return changeAvailability(context, async (tx) => {
    const all = await run(tx, context, listResourceRows({}));
    assertNameFree(body.name, unarchived(all, null));
    assertRoom(all, 1 + body.parts.length);
    if (body.memberId) await assertMember(tx, context, { userId: body.memberId, kind, others: all });
    const of = { kind, colour: body.colour ?? 'teal', created_at: context.now } as const;
    const id = await insertResource(tx, context.tenantId, {
      ...of,
      name: body.name,
      member_id: body.memberId ?? null,
      whole_id: null,
    });
    for (const name of body.parts)
      await insertResource(tx, context.tenantId, { ...of, name, member_id: null, whole_id: id });
    await noteChange(tx, context, {
      action: 'resource.added',
      id,
      detail: { kind, parts: body.parts.length },
    });
    return fetchWritten(tx, context, id);
  });
}

function assertParts(kind: 'practitioner' | 'court', names: readonly string[]): void {
  if (kind === 'practitioner' && names.length > 0) throw refuseField('parts', 'Only a court has parts');
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw refuseField('parts', 'Please give each part its own name');
}
