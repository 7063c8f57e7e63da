import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { eventDays } from './policy.ts';
import { processEvents } from './process-events.ts';
import { deleteEventsBefore } from './queries.ts';
import { reconcilePayments } from './reconcile.ts';

/** Job: processes the events that an ended process left behind, deletes old ones, and reconciles the open orders. */
export async function runPaymentJob(dependencies: Dependencies): Promise<{ processed: number; granted: number; forgotten: number }> {
  const processed = await processEvents(dependencies);
  const before = new Date(dependencies.clock().getTime() - eventDays * 86_400_000);
  const forgotten = await asPlatform(dependencies, (tx) => deleteEventsBefore(tx, before));
  const granted = await reconcilePayments(dependencies);
  return { processed, granted, forgotten };
}
