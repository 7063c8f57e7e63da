import { getQueue, type QueueChoice } from '@samay/contract/desk/queue';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { queueKey } from '../../queue-cache.ts';

/**
 * Returns the query of today's queue; without a choice, that of the caller's own doctor or court,
 * or of all.
 */
export function todaysQueue(resource?: QueueChoice) {
  return queryOptions({
    queryKey: [...queueKey, resource],
    queryFn: ({ signal }) => call(getQueue, { query: resource === undefined ? {} : { resource }, signal }),
    placeholderData: keepPreviousData,
  });
}
