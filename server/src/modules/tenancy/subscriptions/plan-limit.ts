import { cycleOf } from '@samay/contract/tenancy/plans';
import type { LocalDate } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { hasPlace, lockSubscription } from './queries.ts';

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

/** Locks again if the row was ended while we waited for it: the second query sees the subscription that replaced it. */
async function lockLatest(tx: Tx): ReturnType<typeof lockSubscription> {
  const subscription = await lockSubscription(tx);
  return subscription && !subscription.active ? lockSubscription(tx) : subscription;
}
