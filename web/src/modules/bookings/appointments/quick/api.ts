import { fewestSearched, lookUpPeople } from '@samay/contract/bookings/people';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

/** Whether a text is long enough to look people up by. */
export function isLookedUp(typed: string): boolean {
  return typed.trim().length >= fewestSearched;
}

/**
 * The people whom a number or a name means. An older look-up that still runs is cancelled when the
 * text changes.
 */
export function foundPeople(typed: string) {
  const search = typed.trim().slice(0, 60);
  return queryOptions({
    // Below the bookings' key: who is booked changes with them.
    queryKey: ['appointments', 'people', search],
    queryFn: ({ signal }) => call(lookUpPeople, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
}
