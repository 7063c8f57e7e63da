import { getHours } from '@samay/contract/availability/hours';
import { listResources } from '@samay/contract/availability/resources';
import { listServices } from '@samay/contract/availability/services';
import { listSlots, nextSlots } from '@samay/contract/availability/slots';
import type { QueryInput } from '@samay/contract/core/endpoint';
import type { LocalDate } from '@samay/contract/core/time';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api.ts';

/**
 * The time for which these lists stay fresh: they change a few times a year, and a live change
 * refetches them.
 */
const seldomMs = 300_000;

/**
 * Returns the query of the doctors or courts with their parts. Home, the form, the schedule and the
 * settings share this answer.
 */
export function resourceList() {
  return queryOptions({
    queryKey: ['availability', 'resources'],
    queryFn: ({ signal }) => call(listResources, { signal }),
    staleTime: seldomMs,
  });
}

export function serviceList() {
  return queryOptions({
    queryKey: ['availability', 'services'],
    queryFn: ({ signal }) => call(listServices, { signal }),
    staleTime: seldomMs,
  });
}

/**
 * Returns the query of the weekly hours, and of the closures and extra hours of a range of days.
 */
export function openingHours(range: { from: LocalDate; to: LocalDate }) {
  return queryOptions({
    queryKey: ['availability', 'hours', range],
    queryFn: ({ signal }) => call(getHours, { query: range, signal }),
    staleTime: seldomMs,
  });
}

/**
 * Returns the query of the free starts of a range of days. Bookings make them stale as well
 * (live/batch-invalidations.ts).
 */
export function freeStarts(query: QueryInput<typeof listSlots>) {
  return queryOptions({
    queryKey: ['availability', 'slots', query],
    queryFn: ({ signal }) => call(listSlots, { query, signal }),
  });
}

/** Returns the query of the next free starts from a moment on. */
export function nextFreeStarts(query: QueryInput<typeof nextSlots>) {
  return queryOptions({
    queryKey: ['availability', 'slots', 'next', query],
    queryFn: ({ signal }) => call(nextSlots, { query, signal }),
  });
}
