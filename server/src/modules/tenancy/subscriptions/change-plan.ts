import { formatCount } from '@samay/contract/core/money';
import { cycleAt, type OwnLimit, type PlanId } from '@samay/contract/tenancy/plans';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { formatDate, indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import {
  extendPaidMonth,
  lockActivePlan,
  lockOwnLimit,
  saveFirstDays,
  saveOwnLimit,
  startSubscription,
} from './plan-queries.ts';
import { isWorthPaying } from './policy.ts';

/**
 * Gives a business a month of a paid plan: extends it if the business has this plan, otherwise
 * starts a new subscription today. Locks the subscription, as bookings do. Returns the first unpaid
 * day; undefined, without a change, if the business would gain nothing.
 */
export async function payForMonth(
  tx: Tx,
  { tenantId, planId, today, now }: { tenantId: string; planId: string; today: LocalDate; now: Date },
): Promise<LocalDate | undefined> {
  const { current, next } = await lockActivePlan(tx, tenantId, planId);
  if (!isWorthPaying(current, next)) return undefined;
  if (current?.planId === planId && current.paidUntil !== null) {
    // Counts from the first day of the cycle: the 31st must not stay the 28th after February.
    const paidUntil = cycleAt(current.cycleStart, current.paidUntil).end;
    await extendPaidMonth(tx, tenantId, current.id, paidUntil);
    return paidUntil;
  }
  const paidUntil = cycleAt(today, today).end;
  await startSubscription(tx, { tenantId, planId, cycleStart: today, paidUntil, now });
  return paidUntil;
}

/**
 * Gives a business another plan without payment and without an end, and returns the previous one.
 * The billing cycle stays, so that this month's bookings count. Concurrent bookings wait.
 */
export async function switchPlan(
  tx: Tx,
  { tenantId, planId, now }: { tenantId: string; planId: PlanId; now: Date },
): Promise<string | null> {
  const { current } = await lockActivePlan(tx, tenantId, planId);
  if (current?.planId === planId) return planId;
  const cycleStart = current?.cycleStart ?? indiaDate(now);
  await startSubscription(tx, { tenantId, planId, cycleStart, paidUntil: null, now });
  return current?.planId ?? null;
}

/**
 * Gives a business a limit of its own above its plan's until a day, or takes it back, and returns
 * the previous one. Concurrent bookings wait. @throws `request.invalid` for one that raises nothing
 */
export async function giveOwnLimit(
  tx: Tx,
  { tenantId, own, today }: { tenantId: string; own: OwnLimit | null; today: LocalDate },
): Promise<OwnLimit | null> {
  const { limit, until, ofPlan } = orNotFound(await lockOwnLimit(tx, tenantId));
  const fields = {
    ...(own && own.limit <= ofPlan && { 'ownLimit.limit': `Please enter more than ${formatCount(ofPlan)}` }),
    ...(own && own.until < today && { 'ownLimit.until': 'Please choose today or a later day' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
  await saveOwnLimit(tx, tenantId, own);
  return limit !== null && until !== null ? { limit, until } : null;
}

/**
 * Extends the first days of a business to a later day, also once they are over or where it has had none, and
 * returns their previous end. Concurrent bookings wait. @throws `not_found` without an active plan,
 * `request.invalid` for a day that is no later
 */
export async function extendFirstDays(
  tx: Tx,
  { tenantId, until, today }: { tenantId: string; until: LocalDate; today: LocalDate },
): Promise<LocalDate | null> {
  const { firstDaysUntil: was } = orNotFound(await lockOwnLimit(tx, tenantId));
  const isRunning = was !== null && today <= was;
  if (until < today || (isRunning && until <= was)) {
    const text = isRunning
      ? `Please choose a day after ${formatDate(was)}`
      : 'Please choose today or a later day';
    throw new AppError('request.invalid', { fields: { until: text } });
  }
  await saveFirstDays(tx, tenantId, until);
  return was;
}
