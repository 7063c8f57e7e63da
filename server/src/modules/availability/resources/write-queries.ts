import { type Insertable, sql, type Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { unknownChangeOf } from '../../../db/database.ts';
import { announceAtCommit, type TenantId, type Tx } from '../../../db/tenant.ts';

type Resources = Schema['resources'];

/** Inserts a resource or a part as the last one beside its siblings. Returns its id. */
export async function insertResource(
  tx: Tx,
  tenantId: TenantId,
  resource: Pick<Insertable<Resources>, 'kind' | 'name' | 'colour' | 'member_id' | 'created_at'> & {
    readonly whole_id: string | null;
  },
): Promise<string> {
  const { kind, name, colour, member_id, created_at, whole_id } = resource;
  const { rows } = await sql<{ id: string }>`insert into resources
      (tenant_id, kind, name, colour, member_id, whole_id, created_at, updated_at, position)
    select ${tenantId}, ${kind}, ${name}, ${colour}, ${member_id}, ${whole_id}, ${created_at}, ${created_at}, coalesce(max(position) + 1, 0)
    from resources where tenant_id = ${tenantId} and whole_id is not distinct from ${whole_id}::uuid
    returning id`.execute(tx);
  return onlyRow(rows).id;
}

/** Changes a resource or a part. */
export async function updateResource(
  tx: Tx,
  tenantId: TenantId,
  id: string,
  changes: Updateable<Resources>,
): Promise<void> {
  await tx
    .updateTable('resources')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Gives the listed resources their places in this order. */
export async function orderRows(tx: Tx, tenantId: TenantId, ids: readonly string[]): Promise<void> {
  await sql`update resources set position = listed.place
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    where resources.tenant_id = ${tenantId} and resources.id = listed.id`.execute(tx);
}

/**
 * Writes a practitioner's name into its bookings that are scheduled from now on. Returns how many
 * there were.
 */
export async function renameInBookings(
  tx: Tx,
  tenantId: TenantId,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: Date },
): Promise<number> {
  const written = await tx
    .updateTable('appointments')
    .set({ doctor: name, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', id)
    .where('status', '=', 'scheduled')
    .where('starts_at', '>=', now)
    .where('doctor', 'is distinct from', name)
    .executeTakeFirst();
  announceAtCommit(tx, unknownChangeOf(tenantId));
  return Number(written.numUpdatedRows);
}
