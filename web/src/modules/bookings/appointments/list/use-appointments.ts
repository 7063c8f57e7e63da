import type { Appointment } from '@samay/contract/bookings/appointments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { appointmentPages } from '../api.ts';
import { type ListFilters, opened, type PageStart } from './list-filters.ts';
import { useFreshRows } from './use-fresh-rows.ts';

const noRows: readonly Appointment[] = [];

/** The list under its filters: all loaded rows in order, what is new among them, counts and usage of the newest answer. */
export function useAppointments(filters: ListFilters) {
  const pages = appointmentPages(opened(filters, useToday()));
  const query = useInfiniteQuery(pages);
  const { isPlaceholderData } = query;
  // Fifty rows at once would hold up a phone: the first are drawn in a render that pauses for whoever types or scrolls meanwhile.
  const isDrawn = useDeferredValue(query.data !== undefined);
  const data = isDrawn ? query.data : undefined;
  const rows = useMemo(() => (data ? data.pages.flatMap((page) => page.items) : noRows), [data]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const start = data?.pageParams[0] as PageStart | undefined;
  const fresh = useFreshRows(ids, JSON.stringify([filters, isPlaceholderData, start, data?.pages.length]));
  const first = data?.pages[0];
  /** The rows above were let go on the way down, or asked for already: they come by themselves. */
  const beganFurtherDown = start?.cursor !== undefined;
  return {
    key: pages.queryKey,
    query,
    isLoading: !data && !query.isLoadingError,
    rows,
    fresh,
    beganFurtherDown,
    counts: first?.counts,
    usage: first?.usage,
  };
}
