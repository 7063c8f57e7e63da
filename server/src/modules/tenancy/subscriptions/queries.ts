import type { LocalDate } from '@samay/contract/core/time';
import { firstDaysPlan } from '@samay/contract/tenancy/plans';
import { sql } from 'kysely';
import type { Statement, Statements } from '../../../db/read-in-one-message.ts';
import { statement } from '../../../db/statement.ts';

/** The active subscription of a business, otherwise its latest. */
export interface LatestSubscription {
  readonly plan_id: string;
  readonly billing_cycle_start: LocalDate;
  readonly is_active: boolean;
  /** A limit of its own, for the cycles that begin by a day. */
  readonly own_limit: number | null;
  readonly own_limit_until: LocalDate | null;
  /** The last of the first days of a new business. */
  readonly first_days_until: LocalDate | null;
}

/**
 * Locks the subscription, so that the places of its plan are taken one after the other. One that
 * was replaced in the meantime is returned as not active.
 */
export const lockSubscription = statement<object, LatestSubscription>(
  (_, { tenantId }) => sql<LatestSubscription>`
    select plan_id, billing_cycle_start, status = 'active' as is_active, own_limit, own_limit_until, first_days_until from subscriptions
    where tenant_id = ${tenantId} order by status = 'active' desc, billing_cycle_start desc limit 1
    for no key update`,
);

export interface PlanLimit {
  readonly id: string;
  readonly appointment_limit: number;
}

const selectPlanLimits = statement<object, PlanLimit>(
  () => sql<PlanLimit>`select id, appointment_limit from plans`,
);

export interface DayBookings {
  readonly day: LocalDate;
  readonly bookings: number;
  /** The bookings made in the first days of the business, which count by the limit of these only. */
  readonly first_days: number;
}

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const selectDayBookings = statement<Days, DayBookings>(
  (_, { tenantId, from, to }) => sql<DayBookings>`
    select day, scheduled + completed + cancelled + no_show - uncounted as bookings, first_days from day_tallies
    where tenant_id = ${tenantId} and day >= ${from}::date and day <= ${to}::date`,
);

/** Reads the plans, and the bookings on the days of all cycles of some days. */
export function readPlaces({ from, to }: Days): Statements {
  return { plans: selectPlanLimits({}), days: selectDayBookings({ from, to }) };
}

/** The active or latest subscription, with its billing cycle of a day; one row in any case. */
export interface UsageRow {
  readonly subscription_id: string | null;
  readonly plan_name: string | null;
  readonly limit: number | null;
  readonly is_active: boolean | null;
  readonly cycle_start: LocalDate;
  readonly cycle_end: LocalDate;
  /** The bookings that count by the limit; those by the plan alone hide others. */
  readonly used: number;
  readonly counted: number;
  /** The last of the first days; null once they are over. */
  readonly first_days_until: LocalDate | null;
}

const readUsage = statement<{ day: LocalDate; today: LocalDate; further: number }, UsageRow>(
  (_, { tenantId, day, today, further }) => sql<UsageRow>`
    with latest as materialized (
      select subscriptions.id, plans.name, plans.appointment_limit, subscriptions.status = 'active' as is_active,
        subscriptions.billing_cycle_start, subscriptions.own_limit, subscriptions.own_limit_until,
        case when first_days_until >= ${today}::date then first_days_until end as first_days_until,
        case when first_days_until >= ${today}::date then largest.appointment_limit end as first_days_limit
      from subscriptions join plans on plans.id = subscriptions.plan_id
        left join plans as largest on largest.id = ${sql.lit(firstDaysPlan)} where subscriptions.tenant_id = ${tenantId}::uuid
      order by subscriptions.status = 'active' desc, subscriptions.billing_cycle_start desc limit 1
    ), start as materialized (
      select coalesce((select billing_cycle_start from latest), date_trunc('month', ${day}::date)::date) as first_day
    ), counted as materialized (
      select first_day, (extract(year from ${day}::date) * 12 + extract(month from ${day}::date)
        - extract(year from first_day) * 12 - extract(month from first_day))::int as months
      from start
    ), placed as materialized (
      select first_day, case when first_day + make_interval(months => months) > ${day}::date then months - 1 else months end as month
      from counted
    ), cycle as materialized (
      select (first_day + make_interval(months => month + later))::date as cycle_start,
        (first_day + make_interval(months => month + later + 1))::date as cycle_end
      from placed cross join generate_series(0, ${further}::int) as later
    )
    select latest.id as subscription_id, latest.name as plan_name,
      greatest(latest.appointment_limit, case when latest.own_limit_until >= cycle_start then latest.own_limit end,
        latest.first_days_limit) as limit, latest.is_active, cycle_start, cycle_end, latest.first_days_until, counted,
      counted + case when latest.first_days_until is null then 0 else of_first_days end as used
    from cycle left join latest on true cross join lateral (
      select coalesce(sum(scheduled + completed + cancelled + no_show - uncounted), 0)::int as counted,
        coalesce(sum(first_days), 0)::int as of_first_days from day_tallies
      where tenant_id = ${tenantId}::uuid and day >= cycle_start and day < cycle_end) as sums`,
);

/**
 * Reads the usage of the plan, as it is today, in the billing cycle of a day, which is that of `cycleAt` in the
 * contract; a test compares them. Materialised; otherwise it would be computed for each day, and
 * its `coalesce` would prevent row security from using the index of the days.
 */
export function usageOn(today: LocalDate, day = today): Statement<UsageRow> {
  return readUsage({ day, today, further: 0 });
}

/** Reads the usage of the plan, as it is today, in the billing cycle of a day and in some further ones: a row of each. */
export function usageFrom(today: LocalDate, further: number, day = today): Statement<UsageRow> {
  return readUsage({ day, today, further });
}
