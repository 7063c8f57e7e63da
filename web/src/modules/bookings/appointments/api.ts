import {
  type Appointment,
  type AppointmentPage,
  getAppointment,
  linkPrescription,
  listAppointments,
  listDoctors,
  warnAppointment,
} from '@samay/contract/bookings/appointments';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { belongs, firstPage, type ListFilters, pageAt, pageQuery, type PageStart } from './list-filters.ts';

type Pages = InfiniteData<AppointmentPage, PageStart>;
const listKey = ['appointments', 'list'] as const;
/** Some hundred rows to either side of the eye. */
const pagesKept = 4;

/**
 * The list under its filters, page by page in both directions. A live change fetches the loaded pages again, one after the
 * other because each begins where the one before ends: so only a few are kept, whichever way one scrolls, and the others come
 * back when they are near. However long the list, a change costs the same and shows within a second.
 */
export function appointmentPages(filters: ListFilters) {
  return infiniteQueryOptions({
    queryKey: [...listKey, pageQuery(filters, firstPage)],
    queryFn: ({ pageParam, signal }) => call(listAppointments, { query: pageQuery(filters, pageParam), signal }),
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

export function doctorNames() {
  return queryOptions({ queryKey: ['doctors'], queryFn: ({ signal }) => call(listDoctors, { signal }), staleTime: 300_000 });
}

/** `except` is the booking being moved, which does not stand in its own way. */
export function timeWarnings(query: { date: string; time: string; doctor?: string; except?: string }) {
  return queryOptions({
    queryKey: ['appointments', 'warnings', query],
    queryFn: ({ signal }) => call(warnAppointment, { query, signal }),
  });
}

/** A link dies after a minute, so each `opening` of the dialog mints its own and none is kept. */
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
 * Puts a changed booking into every list and dialog that shows it; a row that its filter no longer holds leaves. Returns
 * how to put everything back as it was.
 */
export function keepAppointment(client: QueryClient, changed: Appointment): () => void {
  const oneKey = oneAppointment(changed.id).queryKey;
  const lists = client.getQueriesData<Pages>({ queryKey: listKey });
  const one = client.getQueryData(oneKey);
  client.setQueryData(oneKey, changed);
  for (const [key, pages] of lists) {
    if (pages) client.setQueryData<Pages>(key, withAppointment(pages, changed, statusOf(key)));
  }
  return () => {
    if (one) client.setQueryData(oneKey, one);
    else client.removeQueries({ queryKey: oneKey, exact: true });
    for (const [key, pages] of lists) client.setQueryData(key, pages);
  };
}

/** Asks the server again for every list, count and number that a changed booking may have moved. */
export async function refreshAppointments(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['appointments'] }), client.invalidateQueries({ queryKey: ['dashboard'] })]);
}

function withAppointment(pages: Pages, changed: Appointment, filter: ListFilters['status']): Pages {
  const stays = belongs(changed.status, filter);
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      if (!page.items.some(({ id }) => id === changed.id)) return page;
      const items = page.items.flatMap((item) => (item.id !== changed.id ? [item] : stays ? [changed] : []));
      return { ...page, items };
    }),
  };
}

function statusOf(key: readonly unknown[]): ListFilters['status'] {
  return (key[2] as Pick<ListFilters, 'status'>).status;
}
