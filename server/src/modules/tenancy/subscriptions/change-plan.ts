import { cycleOf, type PlanId } from '@samay/contract/tenancy/plans';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { endActive, extendPaidMonth, insertActive, lockActivePlan } from './plan-queries.ts';
import { isWorthPaying } from './policy.ts';

/**
 * Gives a business a month of a paid plan, in a platform transaction: extends it if the business
 * has this plan, otherwise ends the old subscription and starts a new one today. Locks the
 * subscription's row, as bookings do. Returns the first unpaid day; undefined, without a change, if
 * the business would gain nothing (it has a larger plan, or this one for free).
 */
export async function payForMonth(
  tx: Tx,
  { tenantId, planId, today, now }: { tenantId: string; planId: string; today: LocalDate; now: Date },
): Promise<LocalDate | undefined> {
  const { current, next } = await lockActivePlan(tx, tenantId, planId);
  if (!isWorthPaying(current, next)) return undefined;
  if (current?.planId === planId && current.paidUntil !== null) {
    // Counted from the first day of the cycle, so that the 31st does not stay the 28th after
    // February.
    const paidUntil = cycleOf(current.cycleStart, current.paidUntil).end;
    await extendPaidMonth(tx, tenantId, current.id, paidUntil);
    return paidUntil;
  }
  const { end } = cycleOf(today, today);
  await replaceSubscription(tx, { tenantId, planId, today, paidUntil: end, now });
  return end;
}

/**
 * Gives a business a plan without payment and without an end, in a platform transaction: ends its
 * active subscription and starts one on the new plan in the same billing cycle, so that this
 * month's bookings still count. Concurrent bookings wait, and then count on the new plan. Returns
 * the previous plan, null if there was none. Does nothing if the business has the plan already.
 */
export async function switchPlan(
  tx: Tx,
  { tenantId, planId, now }: { tenantId: string; planId: PlanId; now: Date },
): Promise<string | null> {
  const { current } = await lockActivePlan(tx, tenantId, planId);
  if (current?.planId === planId) return planId;
  const start = current?.cycleStart ?? indiaDate(now);
  await endActive(tx, tenantId);
  await insertActive(tx, {
    tenant_id: tenantId,
    plan_id: planId,
    status: 'active',
    billing_cycle_start: start,
    billing_cycle_end: cycleOf(start, start).end,
    created_at: now,
    paid_until: null,
    reminded_at: null,
  });
  return current?.planId ?? null;
}

/**
 * Ends the business's subscription and starts another whose billing cycle begins today, in a
 * platform transaction. `paidUntil` is the first unpaid day; null for a free plan.
 */
export async function replaceSubscription(
  tx: Tx,
  {
    tenantId,
    planId,
    today,
    paidUntil,
    now,
  }: { tenantId: string; planId: string; today: LocalDate; paidUntil: LocalDate | null; now: Date },
): Promise<void> {
  await endActive(tx, tenantId);
  await insertActive(tx, {
    tenant_id: tenantId,
    plan_id: planId,
    status: 'active',
    billing_cycle_start: today,
    billing_cycle_end: cycleOf(today, today).end,
    created_at: now,
    paid_until: paidUntil,
    reminded_at: null,
  });
}
