import { listAppointments } from '@samay/contract/bookings/appointments';
import { listPatients } from '@samay/contract/bookings/patients';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const limit = 5;

// Both below the bookings' key, so that a live change asks for them anew.

/** The first bookings that match; those that are cancelled have their own filter in the list. */
export function foundBookings(search: string) {
  return queryOptions({
    queryKey: ['appointments', 'palette', search],
    queryFn: ({ signal }) => call(listAppointments, { query: { search, status: 'all', limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first people of the bookings that match. */
export function foundPeople(search: string) {
  return queryOptions({
    queryKey: ['appointments', 'palette-people', search],
    queryFn: ({ signal }) => call(listPatients, { query: { search, limit }, signal }),
    placeholderData: keepPreviousData,
  });
}
