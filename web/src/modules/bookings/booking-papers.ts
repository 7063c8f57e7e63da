import { listBookingPapers } from '@samay/contract/invoicing/papers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/**
 * The beginning of the keys of all papers: that of the bookings, so that a live change of their
 * money refetches what can be created.
 */
export const papersKey = ['appointments', 'papers'] as const;

/** Returns the query of a booking's papers and of those that can be created now. */
export function bookingPapers(id: string) {
  return queryOptions({
    queryKey: [...papersKey, 'booking', id],
    queryFn: ({ signal }) => call(listBookingPapers, { params: { id }, signal }),
  });
}
