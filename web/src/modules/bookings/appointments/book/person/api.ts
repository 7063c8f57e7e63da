import { fewestSearched, lookUpPeople } from '@samay/contract/people/people';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../../lib/api/api.ts';

/** Returns whether a text is long enough to look people up by. */
export function isLookedUp(typed: string): boolean {
  return typed.trim().length >= fewestSearched;
}

/**
 * Returns the query of the people who match a number or a name. A pending look-up is cancelled when
 * the text changes.
 */
export function foundPeople(typed: string) {
  const search = typed.trim().slice(0, 60);
  return queryOptions({
    // The key begins with `appointments`, because the bookings decide which people are found.
    queryKey: ['appointments', 'people', search],
    queryFn: ({ signal }) => call(lookUpPeople, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
}
