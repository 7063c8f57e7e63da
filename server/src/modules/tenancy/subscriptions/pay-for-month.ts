import { cycleOf } from '@samay/contract/tenancy/plans';
import type { LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { extendPaidMonth, lockActivePlan } from './paid-queries.ts';
import { isWorthPaying } from './policy.ts';
import { replaceSubscription } from './replace-subscription.ts';

/**
 * Gives a business a month of a paid plan, in a platform transaction: extends it if the business has this plan, otherwise ends the old
 * subscription and starts a new one today. Locks the subscription's row, as bookings do. Returns the first unpaid day; undefined, without a
 * change, if the business would gain nothing (it has a larger plan, or this one for free).
 */
export async function payForMonth(
  tx: Tx,
  { tenantId, planId, today, now }: { tenantId: string; planId: string; today: LocalDate; now: Date },
): Promise<LocalDate | undefined> {
  const { current, next } = await lockActivePlan(tx, tenantId, planId);
  if (!isWorthPaying(current, next)) return undefined;
  if (current?.planId === planId && current.paidUntil !== null) {
    // Counted from the first day of the cycle, so that the 31st does not stay the 28th after February.
    const paidUntil = cycleOf(current.cycleStart, current.paidUntil).end;
    await extendPaidMonth(tx, tenantId, current.id, paidUntil);
    return paidUntil;
  }
  const { end } = cycleOf(today, today);
  await replaceSubscription(tx, { tenantId, planId, today, paidUntil: end, now });
  return end;
}
