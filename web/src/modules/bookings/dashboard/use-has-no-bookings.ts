import type { Dashboard } from '@samay/contract/bookings/dashboard';
import { useQuery } from '@tanstack/react-query';
import { dashboardNumbers } from './api.ts';

/**
 * Whether all that home counts and lists is nothing: a new business. Its home shows what to do
 * instead of zeros.
 */
export function hasNoBookings({
  bookings,
  upcoming,
  recentTransactions,
  unmarked,
  revenue,
}: Dashboard): boolean {
  const lists = [upcoming, recentTransactions ?? [], unmarked.lines];
  return bookings.total === 0 && (revenue?.total ?? 0) === 0 && lists.every(({ length }) => length === 0);
}

/** The same of the caller's business; false while its numbers load. */
export function useHasNoBookings(): boolean {
  const { data } = useQuery(dashboardNumbers());
  return data !== undefined && hasNoBookings(data);
}
