import { asPlatform } from '../../../db/tenant.ts';
import type { Parts } from '../../../context/dependencies.ts';
import { eventDays } from './policy.ts';
import { processEvents } from './process-events.ts';
import { deleteEventsBefore } from './queries.ts';
import { reconcilePayments } from './reconcile.ts';

/** Upkeep's round: events that an ended process left behind first, then the orders that nobody told us about. */
export async function keepPayments(parts: Parts): Promise<{ processed: number; granted: number; forgotten: number }> {
  const processed = await processEvents(parts);
  const before = new Date(parts.clock().getTime() - eventDays * 86_400_000);
  const forgotten = await asPlatform(parts, (tx) => deleteEventsBefore(tx, before));
  const granted = await reconcilePayments(parts);
  return { processed, granted, forgotten };
}
