import type { Appointment } from '@samay/contract/appointments';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appointmentPages } from './api.ts';
import type { ListFilters } from './list-filters.ts';
import { useFreshRows } from './use-fresh-rows.ts';

const noRows: readonly Appointment[] = [];

/** The list under its filters: all loaded rows in order, what is new among them, counts and usage of the newest answer. */
export function useAppointments(filters: ListFilters) {
  const query = useInfiniteQuery({ ...appointmentPages(filters), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;
  const rows = useMemo(() => (data ? data.pages.flatMap((page) => page.items) : noRows), [data]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const fresh = useFreshRows(ids, JSON.stringify([filters, isPlaceholderData, data?.pages.length]));
  const first = data?.pages[0];
  return { query, rows, fresh, counts: first?.counts, usage: first?.usage };
}
