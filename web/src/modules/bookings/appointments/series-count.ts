import { countSeries } from '@samay/contract/bookings/series';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** Returns the query of how many bookings the series of a booking has, and when. */
export function seriesCount(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'series', id],
    queryFn: ({ signal }) => call(countSeries, { params: { id }, signal }),
  });
}
