import type { DayRange } from '@samay/contract/core/day-range';
import { getReports } from '@samay/contract/desk/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** Returns the query of the reports. A live change of a booking or of its money makes it stale. */
export function reportsIn({ from, to }: DayRange) {
  const range = { from, to };
  return queryOptions({
    queryKey: ['appointments', 'reports', range],
    queryFn: ({ signal }) => call(getReports, { query: range, signal }),
    placeholderData: keepPreviousData,
  });
}
