import { getReceived } from '@samay/contract/ledger/received';
import { getRevenue, getRevenueBreakdown, listTransactions } from '@samay/contract/desk/revenue';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { DayRange, Narrowed } from './period.ts';

/**
 * Builds a key that begins with `appointments`, because revenue is computed from that table: a live
 * change of it refetches the numbers.
 */
const revenueKey = (what: string, range: DayRange) => ['appointments', 'revenue', what, range] as const;

export function revenueSummary(range: DayRange) {
  return queryOptions({
    queryKey: revenueKey('summary', range),
    queryFn: ({ signal }) => call(getRevenue, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}

export function revenueBreakdown(range: DayRange) {
  return queryOptions({
    queryKey: revenueKey('breakdown', range),
    queryFn: ({ signal }) => call(getRevenueBreakdown, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query of the received money. Its key begins like that of the revenue. */
export function receivedIn(range: DayRange) {
  return queryOptions({
    queryKey: revenueKey('received', range),
    queryFn: ({ signal }) => call(getReceived, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the query of the transactions, paged, newest first: all, or those of a payment method or
 * of a doctor or court.
 */
export function transactionPages(days: DayRange, narrowed: Narrowed = {}) {
  const range = { ...days, ...narrowed };
  return infiniteQueryOptions({
    queryKey: revenueKey('transactions', range),
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, {
        query: { ...range, limit: 50, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
