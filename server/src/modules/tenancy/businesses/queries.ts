import { type Insertable, sql } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

export type MemberRole = Schema['memberships']['role'];

export async function insertTenant(tx: Tx, tenant: Insertable<Schema['tenants']>) {
  const { id } = await tx.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertProfile(tx: Tx, profile: Insertable<Schema['business_profiles']>) {
  await tx.insertInto('business_profiles').values(profile).execute();
}

/** Finds a business that is not deleted. */
export async function findTenant(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .select(['tenants.id', 'tenants.name', 'business_profiles.business_type'])
    .where('tenants.id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Ends the suspension of a business that lasts until it pays; returns whether there was one. */
export async function endUnpaidSuspension(tx: Tx, tenantId: string): Promise<boolean> {
  const ended = await tx
    .updateTable('tenants')
    .set({ status: 'active', suspended_reason: null, suspended_until_paid: false })
    .where('id', '=', tenantId)
    .where('suspended_until_paid', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await raiseStamp(tx, tenantId);
  return true;
}

/** Returns false, without a change, if the person belongs to a business: nobody is moved. */
export async function addMember(
  tx: Tx,
  { tenantId, userId, role, now }: { tenantId: string; userId: string; role: MemberRole; now: Date },
) {
  const added = await tx
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) return false;
  await raiseStamp(tx, tenantId);
  await announceStaff(tx, tenantId, userId, 'insert');
  return true;
}

/**
 * Announces a change of the staff; `id` belongs to the person or the invitation. If a trigger
 * announces the same, PostgreSQL sends it once; a cluster has no such trigger (decision 0074).
 */
export async function announceStaff(
  tx: Tx,
  tenantId: string,
  id: string,
  operation: 'insert' | 'update' | 'delete',
) {
  await sql`select pg_notify('changes', ${`${tenantId} staff ${id} ${operation}`})`.execute(tx);
}
