import { type Insertable, type Selectable, sql } from 'kysely';
import { raiseStamp, run, type Tx } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { insertRow, statement } from '../../../db/statement.ts';

type Tenant = Selectable<Schema['tenants']>;
type Profile = Selectable<Schema['business_profiles']>;
export type MemberRole = Schema['memberships']['role'];

export const insertTenant = statement<Pick<Tenant, 'name' | 'status'> & { now: Date }, { id: string }>(
  (db, { name, status, now }) =>
    db.insertInto('tenants').values({ name, status, created_at: now }).returning('id'),
);

export function insertProfile(profile: Insertable<Schema['business_profiles']>) {
  return insertRow('business_profiles', profile);
}

const readTenant = statement<
  object,
  Pick<Tenant, 'id' | 'name'> & { business_type: Profile['business_type'] }
>((db, { tenantId }) =>
  db
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .select(['tenants.id', 'tenants.name', 'business_profiles.business_type'])
    .where('tenants.id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null),
);

/** Finds a business that is not deleted. */
export async function findTenant(tx: Tx, tenantId: string) {
  return (await run(tx, { tenantId }, readTenant({})))[0];
}

const endSuspension = statement<object, object>((db, { tenantId }) =>
  db
    .updateTable('tenants')
    .set({ status: 'active', suspended_reason: null, suspended_until_paid: false })
    .where('id', '=', tenantId)
    .where('suspended_until_paid', '=', true)
    .returning('id'),
);

/** Ends the suspension of a business that lasts until it pays; returns whether there was one. */
export async function endUnpaidSuspension(tx: Tx, tenantId: string): Promise<boolean> {
  const [ended] = await run(tx, { tenantId }, endSuspension({}));
  if (!ended) return false;
  await raiseStamp(tx, tenantId);
  return true;
}

interface NewMember {
  readonly userId: string;
  readonly role: MemberRole;
  readonly now: Date;
}

const insertMember = statement<NewMember, object>((db, { tenantId, userId, role, now }) =>
  db
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id'),
);

/** Returns false, without a change, if the person belongs to a business: nobody is moved. */
export async function addMember(tx: Tx, member: NewMember & { readonly tenantId: string }) {
  const [added] = await run(tx, member, insertMember(member));
  if (!added) return false;
  await raiseStamp(tx, member.tenantId);
  await announceStaff(tx, member.tenantId, member.userId, 'insert');
  return true;
}

export const notifyChange = statement<{ payload: string }, object>(
  (_, { payload }) => sql`select pg_notify('changes', ${payload})`,
);

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
  await run(tx, { tenantId }, notifyChange({ payload: `${tenantId} staff ${id} ${operation}` }));
}
