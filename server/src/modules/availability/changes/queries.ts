import { sql } from 'kysely';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/** Locks the business's settings, before bookings and units. */
export async function lockSettings(tx: Tx, tenantId: TenantId) {
  await tx
    .selectFrom('business_profiles')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .execute();
}

/** Announces a change of a resource, a service or hours with the commit. */
export async function announceAvailability(tx: Tx, tenantId: TenantId, id: string) {
  await sql`select pg_notify('changes', ${`${tenantId} availability ${id} update`})`.execute(tx);
}

/** Gives the listed rows their places in this order. */
export async function orderRows(
  tx: Tx,
  tenantId: TenantId,
  table: 'resources' | 'services',
  ids: readonly string[],
) {
  await sql`update ${sql.table(table)} as ordered set position = listed.place
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    where ordered.tenant_id = ${tenantId} and ordered.id = listed.id`.execute(tx);
}
