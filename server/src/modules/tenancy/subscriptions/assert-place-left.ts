import { cycleOf } from '@samay/contract/tenancy/plans';
import type { LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { countInCycle, findSubscription, hasPlace, lockSubscription } from './queries.ts';

/**
 * Refuses with `plan.limit_reached` unless the cycle of this date has a place for one more booking. Holds the subscription's
 * row until the transaction ends, so that of a hundred bookings for the last place one is made. A booking that moves within
 * its cycle (`from` in the same one) takes no place.
 */
export async function assertPlaceLeft(tx: Tx, date: LocalDate, from?: LocalDate): Promise<void> {
  const subscription = orNotFound(await lockLatest(tx), 'plan.limit_reached');
  const cycle = cycleOf(subscription.cycleStart, date);
  if (from && cycle.start <= from && from < cycle.end) return;
  assertThat(subscription.active, 'plan.limit_reached');
  assertThat(await hasPlace(tx, cycle, subscription.planId), 'plan.limit_reached');
}

/** Whether a booking of this date would find a place now; holds nothing. */
export async function isPlanFull(tx: Tx, date: LocalDate): Promise<boolean> {
  const subscription = await findSubscription(tx);
  if (!subscription?.active) return true;
  return (await countInCycle(tx, cycleOf(subscription.cycleStart, date))) >= subscription.limit;
}

/** Who waits for a row that is being replaced by another plan's gets the ended one; the next look sees the new one. */
async function lockLatest(tx: Tx): ReturnType<typeof lockSubscription> {
  const subscription = await lockSubscription(tx);
  return subscription && !subscription.active ? lockSubscription(tx) : subscription;
}
