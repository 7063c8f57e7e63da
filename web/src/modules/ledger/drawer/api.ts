import { type ClosedPeriod, listCloses, sumCloses } from '@samay/contract/ledger/closes';
import type { DayRange } from '@samay/contract/core/day-range';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { getDrawer, getDrawerRules, listDrawers } from '@samay/contract/ledger/drawers';
import { getQueue } from '@samay/contract/desk/queue';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
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

/** The query of the drawers with rows since their last close. */
export const openDrawersQuery = queryOptions({
  queryKey: [...drawersKey, 'all'],
  queryFn: ({ signal }) => call(listDrawers, { signal }),
});

/** Returns the query of the closes of these days, paged, newest first. */
export function closePages(days: DayRange) {
  return infiniteQueryOptions({
    queryKey: [...drawersKey, 'closes', days],
    queryFn: ({ pageParam, signal }) =>
      call(listCloses, { query: { ...days, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Returns the query of the sums of the closes of these days. */
export function closeSumsQuery(days: DayRange) {
  return queryOptions({
    queryKey: [...drawersKey, 'sums', days],
    queryFn: ({ signal }) => call(sumCloses, { query: days, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches all closes of these days, oldest first. */
export async function fetchAllCloses(days: DayRange): Promise<readonly ClosedPeriod[]> {
  const closes: ClosedPeriod[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { ...days, ...(cursor !== '' && { cursor }) };
    const page: ReplyOf<typeof listCloses> = await call(listCloses, { query });
    closes.push(...page.items);
    cursor = page.next;
  }
  return closes.toReversed();
}

export const drawerRulesQuery = queryOptions({
  queryKey: ['drawer-rules'],
  queryFn: ({ signal }) => call(getDrawerRules, { signal }),
});

/** Refetches all drawers and their closes. */
export function refreshDrawers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: drawersKey });
}
