import { cycleOf, fallbackPlan, type Usage } from '@samay/contract/tenancy/plans';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInTenant, type Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { countInCycle, findSubscription, hasPlace, lockSubscription } from './queries.ts';

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

/**
 * Checks that the plan's limit leaves room for one more booking in the billing cycle of this date. Locks the subscription's row until the
 * transaction ends, so that of many concurrent bookings for the last place one succeeds. A booking that moves within its cycle (`from`)
 * needs no place. @throws `plan.limit_reached`.
 */
export async function assertPlaceLeft(tx: Tx, date: LocalDate, from?: LocalDate): Promise<void> {
  const subscription = orNotFound(await lockLatest(tx), 'plan.limit_reached');
  const cycle = cycleOf(subscription.cycleStart, date);
  if (from && cycle.start <= from && from < cycle.end) return;
  assertThat(subscription.active, 'plan.limit_reached');
  assertThat(await hasPlace(tx, cycle, subscription.planId), 'plan.limit_reached');
}

/** Whether the plan's limit is reached for this date. Locks nothing. */
export async function isPlanFull(tx: Tx, date: LocalDate): Promise<boolean> {
  const subscription = await findSubscription(tx);
  if (!subscription?.active) return true;
  return (await countInCycle(tx, cycleOf(subscription.cycleStart, date))) >= subscription.limit;
}

/** Locks again if the row was ended while we waited for it: the second query sees the subscription that replaced it. */
async function lockLatest(tx: Tx): ReturnType<typeof lockSubscription> {
  const subscription = await lockSubscription(tx);
  return subscription && !subscription.active ? lockSubscription(tx) : subscription;
}
