import type { PlanId } from '@samay/contract/tenancy/plans';
import type { TenantStatus } from '@samay/contract/platform/tenants';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** Counts undeleted businesses by status, plan and type; a combination without any is absent. */
export const countTenants = statement<object, TenantCount>((db) =>
  db
    .selectFrom('tenants')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'tenants.id')
    .leftJoin('subscriptions', (join) => join.onRef('subscriptions.tenant_id', '=', 'tenants.id').on('subscriptions.status', '=', 'active'))
    .select([
      sql<TenantStatus>`tenants.status`.as('status'),
      sql<PlanId | null>`subscriptions.plan_id`.as('plan'),
      sql<'doctor' | 'turf' | null>`business_profiles.business_type`.as('type'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('tenants.deleted_at', 'is', null)
    .groupBy(['tenants.status', 'subscriptions.plan_id', 'business_profiles.business_type']),
);

export interface TenantCount {
  readonly status: TenantStatus;
  readonly plan: PlanId | null;
  readonly type: 'doctor' | 'turf' | null;
  readonly count: number;
}

/** One row. */
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
 * Bookings and revenue with dates from `from` up to, excluding, `to`, by month or week and by the current plan of their business. Read from the
 * tallies of each business, not from the bookings.
 */
export const sumByPlan = statement<{ from: string; to: string }, Sum, { by: 'month' | 'week' }>(
  (_, { from, to }, { by }) => sql<Sum>`
    select sums.bucket::text as bucket, subscriptions.plan_id as plan,
      sum(sums.bookings)::bigint as bookings, coalesce(sum(sums.revenue), 0)::bigint as revenue
    from tenants
    left join subscriptions on subscriptions.tenant_id = tenants.id and subscriptions.status = 'active'
    cross join lateral (
      select date_trunc(${sql.lit(by)}, day::timestamp)::date as bucket, sum(scheduled + completed + cancelled + no_show) as bookings,
        sum(revenue_paise) as revenue
      from day_tallies
      where day_tallies.tenant_id = tenants.id and day >= ${from}::date and day < ${to}::date
      group by 1
    ) as sums
    where tenants.deleted_at is null
    group by 1, 2`,
);

/** Counts the undeleted businesses that were created before each of these days, which start at midnight in India: a row a day. */
export const countTenantsBefore = statement<{ days: readonly string[] }, { count: number }>(
  (_, { days }) => sql<{ count: number }>`
    select (select count(*)::int from tenants
      where deleted_at is null and created_at < (days.day::timestamp at time zone 'Asia/Kolkata')) as count
    from unnest(${days}::date[]) with ordinality as days (day, place)
    order by place`,
);
