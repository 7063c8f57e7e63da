import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { appointmentPages } from '../../api.ts';
import type { ListedBooking } from '../../booked.ts';
import { type ListFilters, opened, type PageStart } from '../../list-filters.ts';
import { useFreshRows } from '../use-fresh-rows.ts';

const noRows: readonly ListedBooking[] = [];

/**
 * Returns the loaded rows of the list in order, the ids of new ones, and the counts and usage of
 * the latest reply. `own` is the booking created here last.
 */
export function useAppointments(filters: ListFilters, own?: string) {
  const pages = appointmentPages(opened(filters, useToday()));
  const query = useInfiniteQuery(pages);
  const { isPlaceholderData } = query;
  // Renders the first rows in a deferred render, which input can interrupt: fifty rows in one
  // render block a phone.
  const isDrawn = useDeferredValue(query.data !== undefined);
  const data = isDrawn ? query.data : undefined;
  const rows = useMemo(() => (data ? data.pages.flatMap((page) => page.items) : noRows), [data]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const start = data?.pageParams[0] as PageStart | undefined;
  const fresh = useFreshRows(
    ids,
    JSON.stringify([filters, isPlaceholderData, start, data?.pages.length]),
    own,
  );
  const first = data?.pages[0];
  /**
   * Tells whether the first loaded page is not the first of the list: the pages above were dropped
   * while scrolling down, and load automatically.
   */
  const beganFurtherDown = start?.cursor !== undefined;
  return {
    key: pages.queryKey,
    query,
    isLoading: !data && !query.isLoadingError,
    rows,
    fresh,
    beganFurtherDown,
    counts: first?.counts,
    countsUpTo: first?.countsUpTo,
    usage: first?.usage,
    owed: first?.owed,
  };
}
