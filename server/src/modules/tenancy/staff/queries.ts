import { sql } from 'kysely';
import { containsPattern, microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { type QueryBuilder, type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { announceStaff, type MemberRole } from '../businesses/queries.ts';

/** Locks the business, so that changes of its staff wait. */
export async function lockTenant(tx: Tx, tenantId: string) {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirst();
}

export async function isPlatformAdmin(tx: Tx, userId: string) {
  const admin = await tx
    .selectFrom('platform_admins')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return admin !== undefined;
}

export async function findMember(
  tx: Tx,
  tenantId: string,
  by: 'users.id' | 'users.email_key',
  value: string,
) {
  return members(tx, tenantId)
    .select(['memberships.user_id', 'memberships.role'])
    .where(by, '=', value)
    .executeTakeFirst();
}

export async function countOwners(tx: Tx, tenantId: string) {
  const { owners } = await members(tx, tenantId)
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('memberships.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
    .executeTakeFirstOrThrow();
  return owners;
}

function members(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
}

export async function updateRole(tx: Tx, tenantId: string, userId: string, role: MemberRole) {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await announceStaff(tx, tenantId, userId, 'update');
}

/**
 * Deletes a membership and unlinks its practitioner, as the foreign key does on one PostgreSQL
 * alone.
 */
export async function deleteMembership(tx: Tx, tenantId: string, userId: string) {
  await sql`update resources set member_id = null where tenant_id = ${tenantId} and member_id = ${userId}`.execute(
    tx,
  );
  await tx
    .deleteFrom('memberships')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await announceStaff(tx, tenantId, userId, 'delete');
}

/** A member, or a pending invitation, which has `sent_at` and `expires_at`. */
export interface Row {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly added_at: Date;
  readonly micros: number;
  readonly sent_at: Date | null;
  readonly expires_at: Date | null;
}

interface Cursor {
  readonly micros: number;
  readonly id: string;
}

export function listRows({
  search,
  after,
  limit,
}: {
  search: string | undefined;
  after: Cursor | undefined;
  limit: number;
}): Statement<Row> {
  const values = { pattern: containsPattern(search ?? ''), micros: 0, id: '', ...after, limit };
  return selectRows(values, { isSearch: Boolean(search), isFirst: after === undefined });
}

const selectRows = statement<
  Cursor & { pattern: string; limit: number },
  Row,
  { isSearch: boolean; isFirst: boolean }
>((db, values, { isSearch, isFirst }) => {
  const { pattern } = values;
  return everyone(db, values.tenantId)
    .$if(isSearch, (query) =>
      query.where(sql<boolean>`(lower(email) like ${pattern} or lower(coalesce(name, '')) like ${pattern})`),
    )
    .where(olderThan({ at: 'added_at', id: 'id' }, isFirst ? undefined : values))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(values.limit);
});

export const readRow = statement<{ id: string }, Row>((db, { tenantId, id }) =>
  everyone(db, tenantId).where('id', '=', id),
);

function everyone(db: QueryBuilder, tenantId: TenantId) {
  const people = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.full_name as name', 'memberships.role'])
    .select([
      'memberships.created_at as added_at',
      sql<Date | null>`null::timestamptz`.as('sent_at'),
      sql<Date | null>`null::timestamptz`.as('expires_at'),
    ])
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
  const invited = db
    .selectFrom('invitations')
    .select(['id', 'email', sql<string | null>`null::text`.as('name'), 'role'])
    .select(['created_at as added_at', 'sent_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('activated_at', 'is', null);
  return db
    .selectFrom(people.unionAll(invited).as('staff'))
    .select(['id', 'email', 'name', 'role', 'added_at', 'sent_at', 'expires_at'])
    .select(microsOf('added_at').as('micros'));
}
