import type { LocalDate } from '@samay/contract/core/time';
import { AppError, assertThat } from '../../../core/app-error.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { lockPlan, type LockedPlan, type PlaceLock } from './queries.ts';
import { findUsage } from './usage-queries.ts';

/**
 * A booking found too few places left for a shared lock. A holder of that must not wait for the
 * other: two of them would wait for each other.
 */
class FewPlacesLeft extends Error {
  override readonly name = 'FewPlacesLeft';
}

/**
 * Runs a transaction that takes one place of the plan, beside others while many places are left.
 * Where few are left it is undone and runs once more, alone (decision 0043).
 */
export async function takingPlace<T>(transaction: (most: PlaceLock) => Promise<T>): Promise<T> {
  try {
    return await transaction('shared');
  } catch (error) {
    if (!(error instanceof FewPlacesLeft)) throw error;
    return transaction('exclusive');
  }
}

/**
 * The error of a booking for which `hasPlace` was false: the plan is full, or the booking has to be
 * alone to know.
 */
export function noPlaceError({ held }: LockedPlan): Error {
  return held === 'shared' ? new FewPlacesLeft() : new AppError('plan.limit_reached');
}

/**
 * Locks the plan of the business for bookings that move, before they are locked, and for a series.
 * These are rare, so each is alone in its plan.
 */
export async function lockPlanAlone(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  to: LocalDate,
): Promise<LockedPlan | undefined> {
  return lockPlan(tx, work, { date: to, most: 'exclusive' });
}

/**
 * Checks that the locked plan leaves a place for a booking that moves from one date to another,
 * which it needs in another billing cycle only.
 * @throws `plan.limit_reached`.
 */
export async function assertPlaceLeft(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  {
    plan,
    from,
    to,
  }: { readonly plan: LockedPlan | undefined; readonly from: LocalDate; readonly to: LocalDate },
): Promise<void> {
  const [usage] = await findUsage(tx, work.tenantId, to);
  if (usage?.subscription_id && usage.cycle_start <= from && from < usage.cycle_end) return;
  const isLocked = usage?.is_active && usage.subscription_id === plan?.subscriptionId;
  assertThat(isLocked && usage.used < (usage.limit ?? 0), 'plan.limit_reached');
}
