import { getSchedule } from '@samay/contract/schedule';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { DayRange } from './view.ts';

/** The key begins with the table that bookings stand in, so that a live change asks for them anew. */
export function scheduleOf(range: DayRange) {
  return queryOptions({
    queryKey: ['appointments', 'schedule', range],
    queryFn: ({ signal }) => call(getSchedule, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}
