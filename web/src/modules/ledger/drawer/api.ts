import { getDrawer, getDrawerRules, listDrawers } from '@samay/contract/ledger/drawers';
import { getQueue } from '@samay/contract/desk/queue';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queueKey } from '../../bookings/queue-cache.ts';
import { call } from '../../../lib/api/api.ts';

/**
 * The beginning of the keys of all drawers: that of the bookings, so that a live change of their
 * money refetches them.
 */
const drawersKey = ['appointments', 'drawers'] as const;

/** Returns the query of a drawer: the user's own, or that of a holder by id. */
export function drawerQuery(holder?: string) {
  return queryOptions({
    queryKey: [...drawersKey, 'one', holder ?? null],
    queryFn: ({ signal }) => call(getDrawer, { query: { ...(holder && { holder }) }, signal }),
  });
}

/** The query of today's queue of all doctors or courts. */
export const wholeQueueQuery = queryOptions({
  queryKey: [...queueKey, 'all'],
  queryFn: ({ signal }) => call(getQueue, { query: { resource: 'all' }, signal }),
});

/** Returns the query of the open drawers, and of the closes of these days. */
export function openDrawersQuery(days: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...drawersKey, 'all', days],
    queryFn: ({ signal }) => call(listDrawers, { query: days, signal }),
    placeholderData: keepPreviousData,
  });
}

export const drawerRulesQuery = queryOptions({
  queryKey: ['drawer-rules'],
  queryFn: ({ signal }) => call(getDrawerRules, { signal }),
});

/** Refetches all drawers and their closes. */
export function refreshDrawers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: drawersKey });
}
