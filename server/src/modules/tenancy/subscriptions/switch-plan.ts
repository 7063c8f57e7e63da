import { cycleOf, type PlanId } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { endActive, insertActive, lockActivePlan } from './paid-queries.ts';

/**
 * Puts a business on a plan that the platform gives it, in a platform transaction: its active subscription ends and one on the new plan
 * begins in the same cycle, so that what was booked this month still counts, and without an end. Bookings wait for it, and then stand on
 * the new plan. Says which plan it was, null where there was none; the plan it has already stays as it is.
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
