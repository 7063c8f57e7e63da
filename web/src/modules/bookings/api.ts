import {
  type AppointmentPage,
  getAppointment,
  listAppointments,
  listDoctors,
} from '@samay/contract/bookings/appointments';
import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { warnAppointment } from '@samay/contract/bookings/booking-warnings';
import type { QueryInput } from '@samay/contract/core/endpoint';
import type { Queue } from '@samay/contract/desk/queue';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { refreshTopic } from '../../lib/live/batch-invalidations.ts';
import { refreshAfterChange } from '../../lib/live/live.ts';
import {
  type Booked,
  type Change,
  changedRow,
  isWhole,
  type ListedBooking,
  listedBooking,
} from './booked.ts';
import { queueKey, withChanged } from './queue-cache.ts';
import { belongs, firstPage, type ListFilters, pageAt, pageQuery, type PageStart } from './list-filters.ts';

/** A page of the list with its rows filled in. */
export type ListPage = Omit<AppointmentPage, 'items'> & { readonly items: readonly ListedBooking[] };
type Pages = InfiniteData<ListPage, PageStart>;
const listKey = ['appointments', 'list'] as const;
/** The number of pages that stay loaded: about a hundred rows above and below the viewport. */
const pagesKept = 4;

/**
 * Returns the query of the list under its filters, paged in both directions. A live change
 * refetches all loaded pages one after the other, because each begins where the previous one ends.
 * Only `pagesKept` pages therefore stay loaded; others are fetched again when they come near the
 * viewport. The cost of a change does not depend on the length of the list.
 */
export function appointmentPages(filters: ListFilters) {
  return infiniteQueryOptions({
    queryKey: [...listKey, pageQuery(filters, firstPage)],
    queryFn: async ({ pageParam, signal }): Promise<ListPage> => {
      const page = await call(listAppointments, { query: pageQuery(filters, pageParam), signal });
      return { ...page, items: page.items.map(listedBooking) };
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => pageAt(page.next),
    getPreviousPageParam: (page) => pageAt(page.previous),
    maxPages: pagesKept,
    placeholderData: keepPreviousData,
  });
}

export function oneAppointment(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'one', id],
    queryFn: ({ signal }) => call(getAppointment, { params: { id }, signal }),
  });
}

/**
 * Preloads a booking whose dialog needs more than its row has. Errors are ignored: the dialog
 * requests it again and reports them.
 */
export function preloadBooking(client: QueryClient, booking: Booked): void {
  if (!isWhole(booking)) void client.prefetchQuery(oneAppointment(booking.id));
}

export function doctorNames() {
  return queryOptions({
    queryKey: ['doctors'],
    queryFn: ({ signal }) => call(listDoctors, { signal }),
    staleTime: 300_000,
  });
}

export function timeWarnings(query: QueryInput<typeof warnAppointment>) {
  return queryOptions({
    queryKey: ['appointments', 'warnings', query],
    queryFn: ({ signal }) => call(warnAppointment, { query, signal }),
  });
}

/**
 * Returns the query of a download link. A link expires after a minute, so every `opening` of the
 * dialog requests another one and none is cached.
 */
export function prescriptionLink(id: string, opening: string) {
  return queryOptions({
    queryKey: ['prescription-link', id, opening],
    queryFn: ({ signal }) => call(linkPrescription, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/**
 * Writes a booking's changed fields into every cached list, queue and detail query. A row that no
 * longer matches its list's filter is removed. A refetch under way is cancelled: its reply would
 * show the booking before the change. The caller refreshes all of them once the change is settled
 * (`refreshAppointments`). Returns a function that restores the previous state.
 */
export function cacheAppointment(client: QueryClient, changed: Change): () => void {
  const oneKey = oneAppointment(changed.id).queryKey;
  for (const queryKey of [listKey, queueKey, oneKey])
    void client.cancelQueries({ queryKey, predicate: isRefetched });
  const lists = client.getQueriesData<Pages>({ queryKey: listKey });
  const queues = client.getQueriesData<Queue>({ queryKey: queueKey });
  const one = client.getQueryData(oneKey);
  if (one) client.setQueryData(oneKey, { ...one, ...changed });
  else if (isWhole(changed)) client.setQueryData(oneKey, changed);
  for (const [key, queue] of queues) if (queue) client.setQueryData<Queue>(key, withChanged(queue, changed));
  for (const [key, pages] of lists) {
    if (pages) client.setQueryData<Pages>(key, withAppointment(pages, changed, readFilters(key)));
  }
  return () => {
    if (one) client.setQueryData(oneKey, one);
    else if (isWhole(changed)) client.removeQueries({ queryKey: oneKey, exact: true });
    for (const [key, data] of [...lists, ...queues]) client.setQueryData(key, data);
  };
}

/**
 * Refetches all lists, counts and dashboard numbers that a changed booking may affect, once with
 * the live event of that change. Without `changed` (after a refused change) it refetches
 * immediately.
 */
export async function refreshAppointments(client: QueryClient, changed?: Pick<Change, 'id'>): Promise<void> {
  await (changed
    ? refreshAfterChange(client, 'appointments', changed.id)
    : refreshTopic(client, 'appointments'));
}

/**
 * Returns whether the query refetches data that it has. First loads and further pages are not
 * cancelled: nothing would request them again.
 */
function isRefetched({ state }: Query): boolean {
  return state.data !== undefined && state.fetchMeta?.fetchMore === undefined;
}

function withAppointment(pages: Pages, change: Change, filters: Filters): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const row = page.items.find(({ id }) => id === change.id);
      if (!row) return page;
      const changed = changedRow(row, change);
      const stays = belongs(changed, filters);
      const items = page.items.flatMap((item) => (item !== row ? [item] : stays ? [changed] : []));
      return { ...page, items };
    }),
  };
}

type Filters = Pick<ListFilters, 'status' | 'due'>;

function readFilters(key: readonly unknown[]): Filters {
  return key[2] as Filters;
}
