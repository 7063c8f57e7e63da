import { sql } from 'kysely';
import { raiseStamp, raiseStampForUser, run, type Tx } from '../../../db/transaction.ts';
import { deleteRows, statement, updateRows } from '../../../db/statement.ts';
import { platform } from '../../../db/tenant.ts';
import { findBusinessForUser, lockUser } from '../people/queries.ts';

export interface AccountToDelete {
  readonly passwordHash: string | null;
  readonly deletedAt: Date | null;
  readonly isAdmin: boolean;
  /** Null without a business, or with one that is deleted. */
  readonly tenantId: string | null;
  readonly isOwner: boolean;
  /** The counts of the same business, without the person. */
  readonly otherOwners: number;
  readonly otherPeople: number;
}

/** Reads an account and the members of its business; no row for an unknown person. */
export const readAccountToDelete = statement<{ userId: string }, AccountToDelete>(
  (_, { userId }) => sql<AccountToDelete>`
    select users.password_hash as "passwordHash", users.deleted_at as "deletedAt",
      exists (select from platform_admins where platform_admins.user_id = users.id) as "isAdmin",
      tenants.id as "tenantId", coalesce(memberships.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN'), false) as "isOwner",
      (count(others.id) filter (where belongs.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')))::int as "otherOwners",
      count(others.id)::int as "otherPeople"
    from users
    left join memberships on memberships.user_id = users.id
    left join tenants on tenants.id = memberships.tenant_id and tenants.deleted_at is null
    left join memberships as belongs on belongs.tenant_id = tenants.id and belongs.user_id <> users.id
    left join users as others on others.id = belongs.user_id and others.deleted_at is null
    where users.id = ${userId}
    group by users.id, tenants.id, memberships.role`,
);

export const lockBusinessForUser = statement<{ userId: string }, { id: string }>((db, { userId }) =>
  db
    .selectFrom('tenants')
    .select('tenants.id')
    .where('tenants.id', 'in', (members) =>
      members.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId),
    )
    .forNoKeyUpdate(),
);

export async function markDeleted(tx: Tx, userId: string, at: Date) {
  await run(tx, platform, updateRows('users', { id: userId }, { deleted_at: at }));
  await raiseStampForUser(tx, userId);
}

export function markTenantDeleted(tenantId: string, at: Date) {
  return updateRows('tenants', { id: tenantId }, { deleted_at: at });
}

const unmarkTenantDeleted = statement<{ at: Date | null }, object>((db, { tenantId, at }) =>
  db.updateTable('tenants').set({ deleted_at: null }).where('id', '=', tenantId).where('deleted_at', '=', at),
);

/**
 * Removes the deletion mark of a person and of the business marked with them; returns the business.
 */
export async function unmarkDeleted(tx: Tx, userId: string) {
  const [person] = await run(tx, platform, lockUser({ userId }));
  if (!person) return undefined;
  await run(tx, platform, updateRows('users', { id: userId }, { deleted_at: null }));
  const tenantId = await findBusinessForUser(tx, userId);
  if (tenantId) {
    await raiseStamp(tx, tenantId);
    // The account has the name again.
    await run(tx, { tenantId }, deleteRows('book_names', { tenant_id: tenantId, user_id: userId }));
    await run(tx, { tenantId }, unmarkTenantDeleted({ at: person.deleted_at }));
  }
  return { tenantId };
}
