import { listAppointments } from '@samay/contract/bookings/appointments';
import { listPatients } from '@samay/contract/people/patients';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const limit = 5;

// Starts both keys with that of the bookings, so that a live change refetches them.

/**
 * Returns the query of the first matching bookings; cancelled ones have a separate filter in the
 * list.
 */
export function bookingsQuery(search: string) {
  return queryOptions({
    queryKey: ['appointments', 'palette', search],
    queryFn: ({ signal }) => call(listAppointments, { query: { search, status: 'all', limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query of the first patients or customers that match. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['appointments', 'palette-people', search],
    queryFn: ({ signal }) => call(listPatients, { query: { search, limit }, signal }),
    placeholderData: keepPreviousData,
  });
}
