import { cycleOf } from '@samay/contract/tenancy/plans';
import type { LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { extendPaidMonth, lockActivePlan } from './paid-queries.ts';
import { isWorthPaying } from './policy.ts';
import { replaceSubscription } from './replace-subscription.ts';

/**
 * Puts a business on a plan that was paid for, in a platform transaction: another month where it is on that plan already, else the old
 * subscription ends and a new one begins today. Holds the subscription's row, as bookings do. Answers the first day that is not paid
 * for; undefined, and nothing changes, where the business has as much without paying (a larger plan, or this one as a gift).
 */
export async function payForMonth(
  tx: Tx,
  { tenantId, planId, today, now }: { tenantId: string; planId: string; today: LocalDate; now: Date },
): Promise<LocalDate | undefined> {
  const { current, next } = await lockActivePlan(tx, tenantId, planId);
  if (!isWorthPaying(current, next)) return undefined;
  if (current?.planId === planId && current.paidUntil !== null) {
    // Months are counted from the first day, so that the 31st does not become the 28th for good.
    const paidUntil = cycleOf(current.cycleStart, current.paidUntil).end;
    await extendPaidMonth(tx, tenantId, current.id, paidUntil);
    return paidUntil;
  }
  const { end } = cycleOf(today, today);
  await replaceSubscription(tx, { tenantId, planId, today, paidUntil: end, now });
  return end;
}
