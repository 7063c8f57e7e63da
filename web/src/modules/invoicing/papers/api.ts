import { getPaper, listPapers, type Paper } from '@samay/contract/invoicing/papers';
import { getMonthTotals } from '@samay/contract/invoicing/paper-months';
import { listToBill } from '@samay/contract/invoicing/to-bill';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { papersKey } from '../../bookings/booking-papers.ts';

export function onePaper(id: string) {
  return queryOptions({
    queryKey: [...papersKey, 'one', id],
    queryFn: ({ signal }) => call(getPaper, { params: { id }, signal }),
  });
}

/** Returns the query of the sums of a return of these days. */
export function monthTotals(days: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...papersKey, 'month', days],
    queryFn: ({ signal }) => call(getMonthTotals, { query: days, signal }),
  });
}

/** Returns the query of what is to bill, paged, oldest first. */
export function toBillPages() {
  return infiniteQueryOptions({
    queryKey: [...papersKey, 'to-bill'],
    queryFn: ({ pageParam, signal }) =>
      call(listToBill, { query: { ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Returns the query of the papers of these days, paged, newest first. */
export function paperPages(days: { from: string; to: string }) {
  return infiniteQueryOptions({
    queryKey: [...papersKey, 'list', days],
    queryFn: ({ pageParam, signal }) =>
      call(listPapers, { query: { ...days, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Keeps a created paper, and refetches the lists of papers. */
export function keepPaper(client: QueryClient, paper: Paper): void {
  client.setQueryData(onePaper(paper.id).queryKey, paper);
  void refreshPapers(client);
}

/** Refetches all papers and what can be created. */
export function refreshPapers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: papersKey });
}
