import type { LocalDate } from '@samay/contract/core/time';
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
}

/**
 * Locks the subscription, so that the places of its plan are taken one after the other. One that
 * was replaced in the meantime is returned as not active.
 */
export const lockSubscription = statement<object, LatestSubscription>(
  (_, { tenantId }) => sql<LatestSubscription>`
    select plan_id, billing_cycle_start, status = 'active' as is_active, own_limit, own_limit_until from subscriptions
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
}

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const selectDayBookings = statement<Days, DayBookings>(
  (_, { tenantId, from, to }) => sql<DayBookings>`
    select day, scheduled + completed + cancelled + no_show - uncounted as bookings from day_tallies
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
  readonly used: number;
}

const readUsage = statement<{ day: LocalDate }, UsageRow>(
  (_, { tenantId, day }) => sql<UsageRow>`
    with latest as materialized (
      select subscriptions.id, plans.name, plans.appointment_limit, subscriptions.status = 'active' as is_active,
        subscriptions.billing_cycle_start, subscriptions.own_limit, subscriptions.own_limit_until
      from subscriptions join plans on plans.id = subscriptions.plan_id where subscriptions.tenant_id = ${tenantId}::uuid
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
      select (first_day + make_interval(months => month))::date as cycle_start,
        (first_day + make_interval(months => month + 1))::date as cycle_end
      from placed
    )
    select latest.id as subscription_id, latest.name as plan_name, case when latest.own_limit_until >= cycle_start
        then greatest(latest.own_limit, latest.appointment_limit) else latest.appointment_limit end as limit, latest.is_active, cycle_start, cycle_end,
      (select coalesce(sum(scheduled + completed + cancelled + no_show - uncounted), 0)::int from day_tallies
        where tenant_id = ${tenantId}::uuid and day >= cycle_start and day < cycle_end) as used
    from cycle left join latest on true`,
);

/**
 * Reads the usage of the plan in the billing cycle of a day, which is that of `cycleAt` in the
 * contract; a test compares them. Materialised; otherwise it would be computed for each day, and
 * its `coalesce` would prevent row security from using the index of the days.
 */
export function usageOn(day: LocalDate): Statement<UsageRow> {
  return readUsage({ day });
}
