import { getQueue } from '@samay/contract/desk/queue';
import { call } from '../../../../../lib/api/api.ts';

/** Counts who waits today, by the id of their doctor. */
export async function countWaiting(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const { waiting } = await call(getQueue, { query: { resource: 'all' }, signal });
  const counts = new Map<string, number>();
  for (const { stage, resourceId } of waiting)
    if (stage === 'waiting' && resourceId !== null) counts.set(resourceId, (counts.get(resourceId) ?? 0) + 1);
  return counts;
}
