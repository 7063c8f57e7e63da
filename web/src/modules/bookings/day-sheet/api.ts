import { getDaySheet } from '@samay/contract/bookings/day-sheet';
import type { LocalDate } from '@samay/contract/core/time';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** The key begins with the table that bookings stand in, so that a live change asks for the sheet anew. */
export function daySheet(date: LocalDate) {
  return queryOptions({
    queryKey: ['appointments', 'day-sheet', date],
    queryFn: ({ signal }) => call(getDaySheet, { query: { date }, signal }),
  });
}
