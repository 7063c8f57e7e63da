import type { Insertable } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

export type MemberRole = Schema['memberships']['role'];

/** Undefined when the address has its person already; waits for another transaction that is making them. */
export async function insertPerson(tx: Tx, person: Insertable<Schema['users']>): Promise<string | undefined> {
  const made = await tx
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

export async function findByKey(tx: Tx, emailKey: string): Promise<{ id: string; deleted_at: Date | null } | undefined> {
  return tx.selectFrom('users').select(['id', 'deleted_at']).where('email_key', '=', emailKey).executeTakeFirst();
}

export async function insertTenant(tx: Tx, tenant: Insertable<Schema['tenants']>): Promise<string> {
  const { id } = await tx.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertProfile(tx: Tx, profile: Insertable<Schema['business_profiles']>): Promise<void> {
  await tx.insertInto('business_profiles').values(profile).execute();
}

export async function insertSubscription(tx: Tx, subscription: Insertable<Schema['subscriptions']>): Promise<void> {
  await tx.insertInto('subscriptions').values(subscription).execute();
}

/** False when the person belongs to a business already. */
export async function insertMembership(tx: Tx, membership: Insertable<Schema['memberships']>): Promise<boolean> {
  const made = await tx
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}
