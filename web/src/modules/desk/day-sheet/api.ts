import { getDaySheet } from '@samay/contract/desk/day-sheet';
import type { LocalDate } from '@samay/contract/core/time';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/**
 * Returns the query of a day's printable list. Its key begins with `appointments`, so a live change
 * of that table refetches it.
 */
export function daySheet(date: LocalDate) {
  return queryOptions({
    queryKey: ['appointments', 'day-sheet', date],
    queryFn: ({ signal }) => call(getDaySheet, { query: { date }, signal }),
  });
}
