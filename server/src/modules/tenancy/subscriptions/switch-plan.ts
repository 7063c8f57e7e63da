import { cycleOf, type PlanId } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { endActive, insertActive, lockActivePlan } from './paid-queries.ts';

/**
 * Gives a business a plan without payment and without an end, in a platform transaction: ends its active subscription and starts one on the
 * new plan in the same billing cycle, so that this month's bookings still count. Concurrent bookings wait, and then count on the new plan.
 * Returns the previous plan, null if there was none. Does nothing if the business has the plan already.
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
