import type { LocalDate } from '@samay/contract/core/time';
import { cycleOf } from '@samay/contract/tenancy/plans';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { run } from '../../../db/run-statement.ts';
import { type OfShape, type Shape, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { usageRow } from './usage-queries.ts';

/**
 * How a booking holds its subscription until its transaction ends: beside other bookings, or alone.
 */
export type PlaceLock = 'shared' | 'exclusive';

/** The locked subscription, with its billing cycle of the booking's date. */
export interface LockedPlan {
  readonly subscriptionId: string;
  readonly cycleStart: LocalDate;
  readonly cycleEnd: LocalDate;
  readonly held: PlaceLock;
}

/**
 * The most transactions that can hold a shared lock at once, over all servers: each needs a
 * connection of PostgreSQL, or is a prepared one. So many places must be left for a shared lock
 * (decision 0043).
 */
const margin = sql<number>`(current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int)`;

interface LockedRow {
  readonly id: string;
  readonly billing_cycle_start: LocalDate;
  readonly is_shared: boolean;
}

type Asked = { readonly date: LocalDate };
type Locking = { readonly most: PlaceLock };

const lock = statement<Asked, LockedRow, Locking>((_, values, { most }) => locking(values, most));

function locking(
  { tenantId, date }: Asked & { readonly tenantId: TenantId },
  most: PlaceLock,
): RawBuilder<LockedRow> {
  return sql<LockedRow>`
    with seen as materialized (${most === 'shared' ? isFar(tenantId, date) : sql`select false as is_far`}),
    shared as (
      select id, billing_cycle_start from subscriptions
      where tenant_id = ${tenantId}::uuid and status = 'active' and (select is_far from seen) for share
    ), alone as (
      select id, billing_cycle_start from subscriptions
      where tenant_id = ${tenantId}::uuid and status = 'active' and not (select is_far from seen) for update
    )
    select id, billing_cycle_start, true as is_shared from shared union all select id, billing_cycle_start, false from alone`;
}

function isFar(tenantId: TenantId, date: LocalDate): RawBuilder<{ is_far: boolean }> {
  return sql`select coalesce(is_active and usage.limit - used >= ${margin}, false) as is_far from (${usageRow(tenantId, date)}) as usage`;
}

/**
 * Locks the active subscription until the transaction ends, alone or, where many places are left in
 * the billing cycle of the date, beside other bookings; undefined without an active one. The count
 * that decides between the two was made before the lock, so it decides nothing else.
 */
export async function lockPlan(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  { date, most }: { date: LocalDate; most: PlaceLock },
): Promise<LockedPlan | undefined> {
  // A second time if the subscription was ended while we waited for it: then the query sees the one
  // that replaced it.
  const row =
    (await run(tx, work, lock({ date }, { most })))[0] ?? (await run(tx, work, lock({ date }, { most })))[0];
  return row && lockedPlanOf(row, date);
}

function lockedPlanOf(row: LockedRow, date: LocalDate): LockedPlan {
  const { start, end } = cycleOf(row.billing_cycle_start, date);
  return {
    subscriptionId: row.id,
    cycleStart: start,
    cycleEnd: end,
    held: row.is_shared ? 'shared' : 'exclusive',
  };
}

/** Locks the plan as `lockPlan` does, and answers what was read beside it. */
export type LockPlanBeside<Values, Found, Own> = (
  tx: Tx,
  work: { readonly tenantId: TenantId },
  asked: Asked & Locking,
  beside: { readonly values: Values; readonly shape: Own },
) => Promise<{ readonly plan: LockedPlan; readonly found: Found } | undefined>;

/**
 * Defines the same lock with one value beside it, in the same statement: it is computed, and locks
 * what it locks, once the subscription is locked.
 */
export function lockPlanBeside<Values extends object, Found, Own extends Shape>(
  beside: (values: Values & { tenantId: TenantId }, shape: Own) => RawBuilder<Found>,
): LockPlanBeside<Values, Found, Own> {
  const both = statement<Values & Asked, LockedRow & { found: Found }, Own & Locking>(
    (
      _,
      values,
      shape,
    ) => sql`select locked.id, locked.billing_cycle_start, locked.is_shared, ${beside(values, shape)} as found
      from (${locking(values, shape.most)}) as locked`,
  );
  return async (tx, work, { date, most }, { values, shape }) => {
    const asked = both({ ...values, date }, ...([{ ...shape, most }] as unknown as OfShape<Own & Locking>));
    const row = (await run(tx, work, asked))[0] ?? (await run(tx, work, asked))[0];
    return row && { plan: lockedPlanOf(row, date), found: row.found };
  };
}

/**
 * Whether the locked plan has a place in its billing cycle; for a statement after the one that
 * locked it, which sees all that was committed before. Beside others as many places must be left as
 * there can be others: each of them may take one that this statement does not see.
 */
export function hasPlace(
  {
    tenantId,
    subscriptionId,
    cycleStart,
    cycleEnd,
  }: Omit<LockedPlan, 'held'> & { readonly tenantId: TenantId },
  held: PlaceLock,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from subscriptions join plans on plans.id = subscriptions.plan_id
    where subscriptions.tenant_id = ${tenantId}::uuid and subscriptions.id = ${subscriptionId}::uuid and subscriptions.status = 'active'
      and plans.appointment_limit - (
        select coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int from day_tallies
        where tenant_id = ${tenantId}::uuid and day >= ${cycleStart}::date and day < ${cycleEnd}::date
      ) >= ${held === 'shared' ? margin : sql`1`})`;
}
