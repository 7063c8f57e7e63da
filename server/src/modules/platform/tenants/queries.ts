import type { TenantFilter, TenantLine } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { containsPattern, microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { statement } from '../../../db/statement.ts';
import { emailKey } from '../../identity/index.ts';

export type TenantRow = Omit<TenantLine, 'email' | 'createdAt' | 'deletedAt'> & {
  readonly email: string | null;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly micros: number;
};

interface Page {
  readonly search: string | undefined;
  readonly status: TenantFilter;
  readonly plan: PlanId | undefined;
  readonly place: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** Lists businesses, newest first; other columns are looked up for the page alone. */
export function listTenantRows({ search, status, plan, place, limit }: Page) {
  const sought = search ? { pattern: containsPattern(search), key: emailKey(search) } : undefined;
  const values = { pattern: '', key: '', plan, micros: 0, id: '', ...sought, ...place, limit };
  return tenantPage(values, {
    status,
    isSearched: sought !== undefined,
    hasPlan: plan !== undefined,
    isFirst: !place,
  });
}

interface Sought {
  readonly pattern: string;
  readonly key: string;
}

type PageValues = Sought & {
  readonly plan: PlanId | undefined;
  readonly micros: number;
  readonly id: string;
  readonly limit: number;
};

type PageShape = { status: TenantFilter; isSearched: boolean; hasPlan: boolean; isFirst: boolean };

const tenantPage = statement((_, values: PageValues, { status, isSearched, hasPlan, isFirst }: PageShape) =>
  tenantRows(sql`where ${getStatus(status)}
    and ${hasPlan ? sql<SqlBool>`tenants.id in (select tenant_id from subscriptions where plan_id = ${values.plan} and status = 'active')` : always}
    and ${isSearched ? matching(values) : always}
    and ${olderThan({ at: 'tenants.created_at', id: 'tenants.id' }, isFirst ? undefined : values)}
    order by created_at desc, id desc limit ${values.limit}`),
);

export const findTenantRow = statement((_, { id }: { id: string }) => tenantRows(sql`where id = ${id}`));

export const lockTenant = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('tenants')
    .select(['id', 'name', 'status', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate(),
);

export const findProfile = statement((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select([
      'business_name as businessName',
      'onboarding_completed as onboarded',
      'time_slots as timeSlots',
      'operating_days as operatingDays',
    ])
    .where('tenant_id', '=', tenantId),
);

export const listMembers = statement((db, { tenantId }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.id',
      'users.full_name as name',
      'users.email',
      'memberships.role',
      'memberships.created_at as createdAt',
    ])
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('users.id'),
);

/** Lists subscriptions, the active one first, then newest first. */
export const listSubscriptions = statement((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .select([
      'id',
      'plan_id as planId',
      'status',
      'billing_cycle_start as cycleStart',
      'created_at as createdAt',
    ])
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('created_at', 'desc'),
);

/** Finds the businesses that have the address. */
export const findAddress = statement((db, { key }: { key: string }) =>
  db
    .selectFrom('business_profiles')
    .select('tenant_id')
    .where(sql`lower(email)`, '=', key),
);

const always = sql<SqlBool>`true`;
const isOwner = sql<SqlBool>`memberships.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')`;

/**
 * Selects the businesses of a page. Each table is read separately: over several nodes they cannot
 * be joined to a list of businesses (decision 0075).
 */
function tenantRows(page: RawBuilder<unknown>) {
  return sql<TenantRow>`with page as materialized (
      select tenants.id, tenants.name, tenants.status, tenants.created_at, tenants.deleted_at from tenants ${page}),
    profiles as materialized (select tenant_id, email, business_type from business_profiles where tenant_id = any (array(select id from page))),
    active as materialized (select tenant_id, plan_id from subscriptions where status = 'active' and tenant_id = any (array(select id from page))),
    invited as materialized (
      select distinct on (invitations.tenant_id) invitations.tenant_id, users.full_name, invitations.email
      from invitations left join users on users.email_key = invitations.email_key
      where invitations.activated_at is null and invitations.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')
        and invitations.tenant_id = any (array(select id from page))
      order by invitations.tenant_id, invitations.created_at),
    owners as materialized (
      select distinct on (memberships.tenant_id) memberships.tenant_id, users.full_name, users.email
      from memberships join users on users.id = memberships.user_id
      where ${isOwner} and memberships.tenant_id = any (array(select id from page))
      order by memberships.tenant_id, memberships.created_at, users.id),
    people as materialized (
      select memberships.tenant_id, count(*)::int as count from memberships join users on users.id = memberships.user_id
      where users.deleted_at is null and memberships.tenant_id = any (array(select id from page)) group by memberships.tenant_id)
    select page.id, ${microsOf('page.created_at')} as micros, page.name, page.status, page.created_at as "createdAt",
      page.deleted_at as "deletedAt", profiles.email, profiles.business_type as "businessType", active.plan_id as "planId",
      case when owners.email is null then invited.full_name else owners.full_name end as "ownerName",
      coalesce(owners.email, invited.email) as "ownerEmail", coalesce(people.count, 0) as "usersCount"
    from page left join profiles on profiles.tenant_id = page.id left join active on active.tenant_id = page.id
    left join invited on invited.tenant_id = page.id left join owners on owners.tenant_id = page.id
    left join people on people.tenant_id = page.id
    order by page.created_at desc, page.id desc`;
}

function getStatus(status: TenantFilter): Expression<SqlBool> {
  if (status === 'deleted') return sql<SqlBool>`tenants.deleted_at is not null`;
  if (status === 'all') return sql<SqlBool>`tenants.deleted_at is null`;
  return sql<SqlBool>`tenants.deleted_at is null and tenants.status = ${sql.lit(status)}`;
}

/**
 * Matches a part of the name of the business or an owner, or a whole address. Addresses are shown
 * masked, and parts of one would allow to guess it letter by letter. Each part has its index.
 */
function matching({ pattern, key }: Sought): Expression<SqlBool> {
  return sql<SqlBool>`tenants.id in (
    select id from tenants where lower(name) like ${pattern}
    union select tenant_id from business_profiles where lower(email) = ${key}
    union select memberships.tenant_id from users join memberships on memberships.user_id = users.id
      where (users.email_key = ${key} or ${named(pattern)}) and ${isOwner}
    union select invitations.tenant_id from users join invitations on invitations.email_key = users.email_key
      where (users.email_key = ${key} or ${named(pattern)}) and invitations.activated_at is null)`;
}

/** Uses the index that names and addresses share, then keeps only the names. */
function named(pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`(users.email_key || E'\n' || lower(coalesce(users.full_name, '')) like ${pattern} and lower(users.full_name) like ${pattern})`;
}
