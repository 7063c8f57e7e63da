import { sql } from 'kysely';
import { raiseStamp, raiseStampForUser } from '../../../db/transaction.ts';
import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';
import { deleteBookName } from '../people/book-name-queries.ts';
import { findBusinessForUser } from '../people/queries.ts';

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

export async function lockBusinessForUser(tx: Tx, userId: string) {
  await tx
    .selectFrom('tenants')
    .select('tenants.id')
    .where('tenants.id', 'in', (members) =>
      members.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function markDeleted(tx: Tx, userId: string, at: Date) {
  await tx.updateTable('users').set({ deleted_at: at }).where('id', '=', userId).execute();
  await raiseStampForUser(tx, userId);
}

export async function markTenantDeleted(tx: Tx, tenantId: string, at: Date) {
  await tx.updateTable('tenants').set({ deleted_at: at }).where('id', '=', tenantId).execute();
}

/**
 * Removes the deletion mark of a person and of the business marked with them; returns the business.
 */
export async function unmarkDeleted(tx: Tx, userId: string) {
  const person = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) return undefined;
  await tx.updateTable('users').set({ deleted_at: null }).where('id', '=', userId).execute();
  const tenantId = await findBusinessForUser(tx, userId);
  if (tenantId) {
    await raiseStamp(tx, tenantId);
    await deleteBookName(tx, tenantId, userId);
    await tx
      .updateTable('tenants')
      .set({ deleted_at: null })
      .where('id', '=', tenantId)
      .where('deleted_at', '=', person.deleted_at)
      .execute();
  }
  return { tenantId };
}
