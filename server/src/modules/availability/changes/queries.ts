import { sql } from 'kysely';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/**
 * Locks the business's settings until the end of the transaction. Before the locks of bookings and
 * units.
 */
export async function lockSettings(tx: Tx, tenantId: TenantId): Promise<void> {
  await tx
    .selectFrom('business_profiles')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .execute();
}

/** Announces the change of a resource, a service or hours with the commit: these are rare. */
export async function announceAvailability(tx: Tx, tenantId: TenantId, id: string): Promise<void> {
  await sql`select pg_notify('changes', ${`${tenantId} availability ${id} update`})`.execute(tx);
}
