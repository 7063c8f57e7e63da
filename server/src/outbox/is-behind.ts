import { asPlatform } from '../db/tenant.ts';
import type { Parts } from '../context/dependencies.ts';
import { effectsOf } from '../outbox-handlers.ts';
import { lateMs } from './policy.ts';
import { isAnythingDueSince } from './queries.ts';

/**
 * Whether something that could be delivered has been due for a quarter of an hour and nobody took it: no worker lives. A third party that is
 * away makes nothing late: each try puts its next one off.
 */
export async function isBehind(parts: Parts): Promise<boolean> {
  const kinds = Object.keys(effectsOf(parts));
  const since = new Date(parts.clock().getTime() - lateMs);
  return asPlatform(parts, (tx) => isAnythingDueSince(tx, kinds, since));
}
