import { asPlatform } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { outboxHandlersOf } from '../outbox-handlers.ts';
import { lateMs } from './retry-policy.ts';
import { isAnythingDueSince } from './queries.ts';

/**
 * Whether something that could be delivered has been due for a quarter of an hour and nobody took it: no worker lives. A third party that is
 * away makes nothing late: each try puts its next one off.
 */
export async function isBehind(dependencies: Dependencies): Promise<boolean> {
  const kinds = Object.keys(outboxHandlersOf(dependencies));
  const since = new Date(dependencies.clock().getTime() - lateMs);
  return asPlatform(dependencies, (tx) => isAnythingDueSince(tx, kinds, since));
}
