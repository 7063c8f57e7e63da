import { getOwnTakings } from '@samay/contract/bookings/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** Returns the query of the caller's takings of today. A live change of a booking refetches it. */
export function ownTakings() {
  return queryOptions({
    queryKey: ['appointments', 'takings'],
    queryFn: ({ signal }) => call(getOwnTakings, { signal }),
  });
}
