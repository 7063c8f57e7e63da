import type { Role } from '@samay/contract/core/roles';
import type { UserFilter } from '@samay/contract/platform/users';
import { type Expression, sql, type SqlBool } from 'kysely';
import { containsPattern, microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { type QueryBuilder, type Statement, statement } from '../../../db/statement.ts';
import { emailKey } from '../../identity/index.ts';

export type UserRow = ReturnType<typeof findUserRow> extends Statement<infer Row> ? Row : never;

interface Page {
  readonly search: string | undefined;
  readonly role: Role | undefined;
  /** The business whose people are shown with their names, and found by them. */
  readonly business: string | undefined;
  readonly status: UserFilter;
  readonly place: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
  readonly now: Date;
}

/** Lists people, newest first; sessions are counted for the page alone. */
export function listUserRows({ search, role, business, status, place, limit, now }: Page) {
  const sought = search ? { pattern: containsPattern(search), key: emailKey(search) } : undefined;
  const values = { pattern: '', key: '', business, micros: 0, id: '', ...sought, ...place, limit, now };
  const filters = { hasBusiness: business !== undefined, isSearched: sought !== undefined };
  return userPage(values, { role, status, ...filters, isFirst: !place });
}

interface Sought {
  readonly pattern: string;
  readonly key: string;
}

type PageValues = Sought & {
  readonly business: string | undefined;
  readonly micros: number;
  readonly id: string;
  readonly limit: number;
  readonly now: Date;
};

type PageShape = {
  readonly role: Role | undefined;
  readonly status: UserFilter;
  readonly hasBusiness: boolean;
  readonly isSearched: boolean;
  readonly isFirst: boolean;
};

const userPage = statement((db, values: PageValues, shape: PageShape) =>
  userRows(db, values)
    .where(getStatus(shape.status))
    .where(shape.role ? getRole(shape.role) : always)
    .where(shape.hasBusiness ? sql<SqlBool>`memberships.tenant_id = ${values.business}` : always)
    .where(shape.isSearched ? matching(values, shape.hasBusiness) : always)
    .where(olderThan({ at: 'users.created_at', id: 'users.id' }, shape.isFirst ? undefined : values))
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(values.limit),
);

export const findUserRow = statement((db, { id, now }: { id: string; now: Date }) =>
  userRows(db, { now }).where('users.id', '=', id),
);

const always = sql<SqlBool>`true`;

function getRole(role: Role): Expression<SqlBool> {
  if (role === 'SUPER_ADMIN') return sql<SqlBool>`platform_admins.user_id is not null`;
  return sql<SqlBool>`memberships.role = ${sql.lit(role)}`;
}

/** Without password, Google account and sessions, a person has never signed in. */
const isPending = sql<boolean>`(users.password_hash is null and not exists (select from identities where identities.user_id = users.id)
  and not exists (select from sessions where sessions.user_id = users.id))`;

function getStatus(status: UserFilter): Expression<SqlBool> {
  if (status === 'deleted') return sql<SqlBool>`users.deleted_at is not null`;
  if (status === 'pending') return sql<SqlBool>`users.deleted_at is null and ${isPending}`;
  if (status === 'active') return sql<SqlBool>`users.deleted_at is null and not ${isPending}`;
  return sql<SqlBool>`users.deleted_at is null`;
}

/**
 * Matches a whole address, or a part of a name that is shown: a masked one could be guessed letter
 * by letter.
 */
function matching({ pattern, key }: Sought, isWhole: boolean): Expression<SqlBool> {
  const isShown = isWhole
    ? always
    : sql<SqlBool>`not exists (select from memberships where memberships.user_id = named.id)`;
  // Uses the index that names and addresses share, then keeps only the names.
  return sql<SqlBool>`users.id in (
    select id from users as addressed where email_key = ${key}
    union select id from users as named where email_key || E'\n' || lower(coalesce(full_name, '')) like ${pattern}
      and lower(full_name) like ${pattern} and ${isShown})`;
}

function userRows(db: QueryBuilder, { now }: { now: Date }) {
  return db
    .selectFrom('users')
    .leftJoin('platform_admins', 'platform_admins.user_id', 'users.id')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .leftJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select((user) => [
      'users.id',
      microsOf('users.created_at').as('micros'),
      'users.email',
      'users.full_name as name',
      'users.created_at as createdAt',
      'users.deleted_at as deletedAt',
      sql<Role | null>`case when platform_admins.user_id is not null then 'SUPER_ADMIN' else memberships.role end`.as(
        'role',
      ),
      'tenants.id as tenantId',
      'tenants.name as tenantName',
      user
        .selectFrom('sessions')
        .select(sql<Date | null>`max(rotated_at)`.as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .$asScalar()
        .as('lastSeenAt'),
      user
        .selectFrom('sessions')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.ended_at', 'is', null)
        .where('sessions.expires_at', '>', now)
        .$asScalar()
        .$notNull()
        .as('sessions'),
      isPending.as('isPending'),
      sql<boolean>`exists (select from second_factors where user_id = users.id and verified_at is not null)`.as(
        'hasFactor',
      ),
    ]);
}
