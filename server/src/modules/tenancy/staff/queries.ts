import { sql } from 'kysely';
import { containsPattern, microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import {
  deleteRows,
  type QueryBuilder,
  statement,
  type Statement,
  updateRows,
} from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { run, type Tx, writeTogether } from '../../../db/transaction.ts';
import { announceStaff, type MemberRole } from '../businesses/queries.ts';

/** Locks the business, so that changes of its staff wait. */
export const lockTenant = statement<object, object>((db, { tenantId }) =>
  db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate(),
);

export const readPlatformAdmin = statement<{ userId: string }, object>((db, { userId }) =>
  db.selectFrom('platform_admins').select('user_id').where('user_id', '=', userId),
);

export const readMember = statement<
  { value: string },
  { user_id: string; role: MemberRole },
  { by: 'users.id' | 'users.email_key' }
>((db, { tenantId, value }, { by }) =>
  members(db, tenantId).select(['memberships.user_id', 'memberships.role']).where(by, '=', value),
);

export const countOwners = statement<object, { owners: number }>((db, { tenantId }) =>
  members(db, tenantId)
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('memberships.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN']),
);

function members(db: QueryBuilder, tenantId: TenantId) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null);
}

export async function updateRole(tx: Tx, tenantId: string, userId: string, role: MemberRole) {
  await run(tx, { tenantId }, updateRows('memberships', { tenant_id: tenantId, user_id: userId }, { role }));
  await announceStaff(tx, tenantId, userId, 'update');
}

/**
 * Deletes a membership and unlinks its practitioner, as the foreign key does on one PostgreSQL
 * alone.
 */
export async function deleteMembership(tx: Tx, tenantId: string, userId: string) {
  await writeTogether(tx, { tenantId }, [
    updateRows('resources', { tenant_id: tenantId, member_id: userId }, { member_id: null }),
    deleteRows('memberships', { tenant_id: tenantId, user_id: userId }),
  ]);
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
  const people = members(db, tenantId)
    .select(['users.id', 'users.email', 'users.full_name as name', 'memberships.role'])
    .select([
      'memberships.created_at as added_at',
      sql<Date | null>`null::timestamptz`.as('sent_at'),
      sql<Date | null>`null::timestamptz`.as('expires_at'),
    ]);
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
