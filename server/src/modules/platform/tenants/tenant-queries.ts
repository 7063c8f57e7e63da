import type { TenantFilter, TenantStatus } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { type Expression, sql, type SqlBool } from 'kysely';
import { containsPattern, microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import type { Tx } from '../../../db/tenant.ts';
import { emailKey } from '../../identity/index.ts';

export interface TenantRow {
  readonly id: string;
  readonly micros: number;
  readonly name: string;
  readonly status: TenantStatus;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly email: string | null;
  readonly business_type: 'doctor' | 'turf' | null;
  readonly plan_id: PlanId | null;
  readonly owner_name: string | null;
  readonly owner_email: string | null;
  readonly users_count: number;
}

interface Page {
  readonly search: string | undefined;
  readonly status: TenantFilter;
  readonly plan: PlanId | undefined;
  readonly place: { readonly micros: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** Businesses, newest first, in one query: owner, plan and number of people are looked up for the rows of the page alone. */
export async function listTenantRows(tx: Tx, { search, status, plan, place, limit }: Page): Promise<TenantRow[]> {
  return tenantRows(tx)
    .where(ofStatus(status))
    .where(plan ? sql<SqlBool>`subscriptions.plan_id = ${plan}` : always)
    .where(search ? matching(search) : always)
    .where(olderThan({ at: 'tenants.created_at', id: 'tenants.id' }, place))
    .orderBy('tenants.created_at', 'desc')
    .orderBy('tenants.id', 'desc')
    .limit(limit)
    .execute();
}

export async function findTenantRow(tx: Tx, id: string): Promise<TenantRow | undefined> {
  return tenantRows(tx).where('tenants.id', '=', id).executeTakeFirst();
}

/** The business, locked until the transaction ends. */
export async function lockTenant(tx: Tx, id: string) {
  return tx.selectFrom('tenants').select(['id', 'name', 'status', 'deleted_at']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function updateTenant(tx: Tx, id: string, changes: { status: TenantStatus } | { deleted_at: Date | null }): Promise<void> {
  await tx.updateTable('tenants').set(changes).where('id', '=', id).execute();
}

/** The id and type of a business that exists and is not deleted. */
export async function findOpenTenant(tx: Tx, id: string): Promise<{ id: string; type: 'doctor' | 'turf' | null } | undefined> {
  const row = await tx
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .select(['tenants.id', 'business_profiles.business_type'])
    .where('tenants.id', '=', id)
    .where('tenants.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, type: row.business_type };
}

export async function findProfile(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('business_profiles')
    .select(['business_name', 'onboarding_completed', 'time_slots', 'operating_days'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** The people of a business in the order in which they joined. */
export async function listMembers(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.full_name', 'users.email', 'memberships.role', 'memberships.created_at'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('users.deleted_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();
}

/** Every subscription of the business, newest first. */
export async function listSubscriptions(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('subscriptions')
    .select(['id', 'plan_id', 'status', 'billing_cycle_start', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Whether a business's address is taken, and whether its person belongs to a business or is a super admin. Concurrent calls for one address wait for each other. */
export async function checkAddress(tx: Tx, key: string): Promise<{ isTaken: boolean; belongs: boolean; runsThePlatform: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${key}`}, 0))`.execute(tx);
  const taken = await tx
    .selectFrom('business_profiles')
    .select('tenant_id')
    .where(sql`lower(email)`, '=', key)
    .executeTakeFirst();
  const person = await tx
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .leftJoin('platform_admins', 'platform_admins.user_id', 'users.id')
    .select(['memberships.tenant_id as business', 'platform_admins.user_id as admin'])
    .where('users.email_key', '=', key)
    .executeTakeFirst();
  return { isTaken: taken !== undefined, belongs: Boolean(person?.business), runsThePlatform: Boolean(person?.admin) };
}

const always = sql<SqlBool>`true`;
const isOwner = sql<SqlBool>`memberships.role in ('BUSINESS_OWNER', 'BUSINESS_ADMIN')`;

function tenantRows(tx: Tx) {
  return tx
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .leftJoin('subscriptions', (join) => join.onRef('subscriptions.tenant_id', '=', 'tenants.id').on('subscriptions.status', '=', 'active'))
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .select(['users.full_name', 'users.email'])
          .whereRef('memberships.tenant_id', '=', 'tenants.id')
          .where(isOwner)
          .orderBy('memberships.created_at')
          .orderBy('users.id')
          .limit(1)
          .as('owner'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('invitations')
          .leftJoin('users', 'users.email_key', 'invitations.email_key')
          .select(['users.full_name', 'invitations.email'])
          .whereRef('invitations.tenant_id', '=', 'tenants.id')
          .where('invitations.activated_at', 'is', null)
          .where('invitations.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
          .orderBy('invitations.created_at')
          .limit(1)
          .as('invited'),
      (join) => join.onTrue(),
    )
    .select((tenant) => [
      'tenants.id',
      microsOf('tenants.created_at').as('micros'),
      'tenants.name',
      'tenants.status',
      'tenants.created_at',
      'tenants.deleted_at',
      'business_profiles.email',
      'business_profiles.business_type',
      sql<PlanId | null>`subscriptions.plan_id`.as('plan_id'),
      sql<string | null>`case when owner.email is null then invited.full_name else owner.full_name end`.as('owner_name'),
      sql<string | null>`coalesce(owner.email, invited.email)`.as('owner_email'),
      tenant
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('memberships.tenant_id', '=', 'tenants.id')
        .where('users.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('users_count'),
    ]);
}

function ofStatus(status: TenantFilter): Expression<SqlBool> {
  if (status === 'deleted') return sql<SqlBool>`tenants.deleted_at is not null`;
  if (status === 'all') return sql<SqlBool>`tenants.deleted_at is null`;
  return sql<SqlBool>`tenants.deleted_at is null and tenants.status = ${status}`;
}

/**
 * Matches any part of the name of the business, of an owner or of an invited owner; or the whole address of either. Addresses are shown
 * masked, so a part of one matches nothing: letter by letter it could be guessed. Each part has its index.
 */
function matching(search: string): Expression<SqlBool> {
  const pattern = containsPattern(search);
  const key = emailKey(search);
  return sql<SqlBool>`tenants.id in (
    select id from tenants where lower(name) like ${pattern}
    union select tenant_id from business_profiles where lower(email) = ${key}
    union select memberships.tenant_id from users join memberships on memberships.user_id = users.id
      where (users.email_key = ${key} or ${named(pattern)}) and ${isOwner}
    union select invitations.tenant_id from users join invitations on invitations.email_key = users.email_key
      where (users.email_key = ${key} or ${named(pattern)}) and invitations.activated_at is null)`;
}

/** The first condition uses the index that names and addresses share, the second keeps only the names. */
function named(pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`(users.email_key || E'\n' || lower(coalesce(users.full_name, '')) like ${pattern} and lower(users.full_name) like ${pattern})`;
}
