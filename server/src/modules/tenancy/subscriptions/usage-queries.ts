import type { LocalDate } from '@samay/contract/core/time';
import { type RawBuilder, sql } from 'kysely';
import { run } from '../../../db/transaction.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/**
 * The business's active subscription, otherwise its latest, with its billing cycle of a day. One
 * row, also for a business without any.
 */
export interface UsageRow {
  readonly subscription_id: string | null;
  readonly plan_name: string | null;
  readonly limit: number | null;
  readonly is_active: boolean | null;
  readonly cycle_start: LocalDate;
  readonly cycle_end: LocalDate;
  readonly used: number;
}

/**
 * Selects a `UsageRow` of the business on a day. The billing cycle is that of `cycleOf` in the
 * contract; a test compares them. Materialised, because it would be computed again for each day,
 * and its `coalesce` in the condition on the days would keep row security from using their index.
 */
function usageRow(tenantId: TenantId, day: LocalDate): RawBuilder<UsageRow> {
  return sql<UsageRow>`
    with latest as materialized (
      select subscriptions.id, plans.name, plans.appointment_limit, subscriptions.status = 'active' as is_active,
        subscriptions.billing_cycle_start
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
    select latest.id as subscription_id, latest.name as plan_name, latest.appointment_limit as limit, latest.is_active, cycle_start, cycle_end,
      (select coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int from day_tallies
        where tenant_id = ${tenantId}::uuid and day >= cycle_start and day < cycle_end) as used
    from cycle left join latest on true`;
}

const readUsage = statement<{ day: LocalDate }, UsageRow>((_, { tenantId, day }) => usageRow(tenantId, day));

/**
 * Reads how much of the plan's limit is used in the billing cycle of a day; `usageOf` makes the
 * reply of its row.
 */
export function usageOn(day: LocalDate): Statement<UsageRow> {
  return readUsage({ day });
}

/** The same row as a transaction of the business sees it. */
export async function findUsage(tx: Tx, tenantId: TenantId, day: LocalDate): Promise<UsageRow[]> {
  return run(tx, { tenantId }, usageOn(day));
}
