import type { addPart as endpoint, Resource } from '@samay/contract/availability/resources';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { ShownBookings } from '../affected/present.ts';
import { changeAvailability, noteChange } from '../changes/change.ts';
import { refuseField } from '../changes/refusals.ts';
import { lockFutureAndUnits } from './unit-queries.ts';
import { rewriteClaims } from './rewrite-claims.ts';
import { familyOf } from './units.ts';
import { assertNameFree, assertRoom, unarchived } from './checks.ts';
import { fetchNamed, fetchWritten } from './list.ts';
import { insertResource } from './write-queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof endpoint>;
}

/**
 * Adds a part to a court: what the court's future bookings occupy. With its first part the court is
 * no unit any more.
 */
export async function addPart(
  context: TenantContext,
  { params: { id }, body: { name } }: Input,
  shown: ShownBookings,
): Promise<Resource> {
  const { tenantId, now } = context;
  return changeAvailability(context, async (tx) => {
    const { named, all } = await fetchNamed(tx, context, id);
    if (named.kind !== 'court') throw refuseField('name', 'Only a court has parts');
    if (named.whole_id !== null) throw refuseField('name', 'A part has no parts');
    assertThat(named.archived_at === null, 'resource.archived');
    assertNameFree(name, unarchived(all, id));
    assertRoom(all, 1);
    const family = familyOf(all, id);
    const bookings = await lockFutureAndUnits(tx, tenantId, { resourceIds: family, units: family, now });
    const partId = await insertResource(tx, tenantId, {
      kind: 'court',
      name,
      colour: named.colour,
      member_id: null,
      whole_id: id,
      created_at: now,
    });
    await rewriteClaims(tx, context, { ids: bookings.map((booking) => booking.id), shown });
    await noteChange(tx, context, { action: 'resource.part_added', id, detail: { part: partId } });
    return fetchWritten(tx, context, id);
  });
}
