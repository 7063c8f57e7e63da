import type { Insertable } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';
import { announceStaff } from './announcing-queries.ts';

export type MemberRole = Schema['memberships']['role'];

export async function insertTenant(tx: Tx, tenant: Insertable<Schema['tenants']>): Promise<string> {
  const { id } = await tx.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertProfile(tx: Tx, profile: Insertable<Schema['business_profiles']>): Promise<void> {
  await tx.insertInto('business_profiles').values(profile).execute();
}

export async function insertSubscription(
  tx: Tx,
  subscription: Insertable<Schema['subscriptions']>,
): Promise<void> {
  await tx.insertInto('subscriptions').values(subscription).execute();
}

/**
 * Adds a person to a business, in a platform transaction. False, and nothing changes, if they
 * belong to one already: nobody is moved.
 */
export async function addMember(
  tx: Tx,
  { tenantId, userId, role, now }: { tenantId: string; userId: string; role: MemberRole; now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (made) {
    await raiseStamp(tx, tenantId);
    await announceStaff(tx, tenantId, userId, 'insert');
  }
  return made !== undefined;
}
