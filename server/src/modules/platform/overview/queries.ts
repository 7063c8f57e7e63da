import type { PlanId } from '@samay/contract/tenancy/plans';
import type { TenantStatus } from '@samay/contract/platform/tenants';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/**
 * Counts undeleted businesses by status, plan and type. With `offset 0` each table is read
 * separately: over several nodes they cannot be joined otherwise (decision 0075).
 */
export const countTenants = statement<object, TenantCount>(
  () => sql<TenantCount>`
    select tenants.status, active.plan_id as plan, profiles.business_type as type, count(*)::int as count
    from tenants
    left join (select tenant_id, business_type from business_profiles offset 0) as profiles on profiles.tenant_id = tenants.id
    left join (select tenant_id, plan_id from subscriptions where status = 'active' offset 0) as active on active.tenant_id = tenants.id
    where tenants.deleted_at is null
    group by tenants.status, active.plan_id, profiles.business_type`,
);

export interface TenantCount {
  readonly status: TenantStatus;
  readonly plan: PlanId | null;
  readonly type: 'doctor' | 'turf' | null;
  readonly count: number;
}

/** Counts people. One row. */
export const countPeople = statement<object, { count: number }>((db) =>
  db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null),
);

export interface Sum {
  readonly bucket: string;
  readonly plan: PlanId | null;
  readonly bookings: number;
  /** Paise. */
  readonly revenue: number;
}

/**
 * Sums bookings and revenue from `from` up to, excluding, `to`, by month or week and current plan,
 * from the tallies.
 */
export const sumByPlan = statement<{ from: string; to: string }, Sum, { by: 'month' | 'week' }>(
  (_, { from, to }, { by }) => sql<Sum>`
    select sums.bucket::text as bucket, subscriptions.plan_id as plan,
      sum(sums.bookings)::bigint as bookings, coalesce(sum(sums.revenue), 0)::bigint as revenue
    from tenants
    cross join lateral (
      select tenant_id, date_trunc(${sql.lit(by)}, day::timestamp)::date as bucket,
        sum(scheduled + completed + cancelled + no_show) as bookings, sum(revenue_paise + late_paise + fee_paise) as revenue
      from day_tallies
      where day_tallies.tenant_id = tenants.id and day >= ${from}::date and day < ${to}::date
      group by 1, 2
    ) as sums
    left join subscriptions on subscriptions.tenant_id = sums.tenant_id and subscriptions.status = 'active'
    where tenants.deleted_at is null
    group by 1, 2`,
);

/** Counts the undeleted businesses that were created before each of these days in India. */
export const countTenantsBefore = statement<{ days: readonly string[] }, { count: number }>(
  (_, { days }) => sql<{ count: number }>`
    select (select count(*)::int from tenants
      where deleted_at is null and created_at < (days.day::timestamp at time zone 'Asia/Kolkata')) as count
    from unnest(${days}::date[]) with ordinality as days (day, place)
    order by place`,
);
