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

/**
 * Says that this transaction writes the claims of the bookings that it changes itself, so that the
 * trigger for servers of the last release does not.
 */
export async function claimAsVerb(tx: Tx): Promise<void> {
  await sql`set local app.claims = 'verb'`.execute(tx);
}

/** Announces the change of a resource, a service or hours with the commit: these are rare. */
export async function announceAvailability(tx: Tx, tenantId: TenantId, id: string): Promise<void> {
  await sql`select pg_notify('changes', ${`${tenantId} availability ${id} update`})`.execute(tx);
}
