import { cycleOf, fallbackPlan, type Usage } from '@samay/contract/tenancy/plans';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import { countInCycle, findSubscription } from './queries.ts';

/** Shows how much of the plan's limit is used. */
export async function getUsage(context: TenantContext): Promise<Usage> {
  return readInTenant(context, (tx) => usageAt(tx, context.now));
}

/**
 * The usage of the current billing cycle, by the same count that limits bookings. Without an active subscription the limit is 0; a business
 * that never had one sees the free plan's name and limit (specification 9).
 */
export async function usageAt(tx: Tx, now: Date): Promise<Usage> {
  const today = indiaDate(now);
  const subscription = await findSubscription(tx);
  const cycle = cycleOf(subscription?.cycleStart ?? `${today.slice(0, 7)}-01`, today);
  const used = await countInCycle(tx, cycle);
  const limit = subscription ? (subscription.active ? subscription.limit : 0) : fallbackPlan.limit;
  return {
    planName: subscription?.planName ?? fallbackPlan.name,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    cycleStart: cycle.start,
    cycleEnd: cycle.end,
    hidden: Math.max(0, used - limit),
  };
}
