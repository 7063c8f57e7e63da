import { asPlatform, platform } from '../db/tenant.ts';
import { run } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { handledKinds, type OutboxHandlers } from './handler.ts';
import { findDueSince } from './queries.ts';
import { overdueMs } from './retry-policy.ts';

/**
 * Returns whether an effect that this process could deliver has been due for a quarter of an hour
 * without being claimed: no worker runs. A third party that is down makes nothing overdue: each
 * failed attempt sets the time of the next.
 */
export async function isOutboxOverdue(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
): Promise<boolean> {
  const since = new Date(dependencies.clock().getTime() - overdueMs);
  const sought = findDueSince({ kinds: handledKinds(handlers), since });
  return (await asPlatform(dependencies, (tx) => run(tx, platform, sought))).length > 0;
}
