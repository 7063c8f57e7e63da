import { useSession } from '../../../lib/session/session.tsx';

/**
 * Returns the paths of the lists that numbers open, by the business type, for users who may read
 * revenue: a turf's employee has other paths.
 */
export function useListPaths() {
  return useSession().businessType === 'turf' ? turf : clinic;
}

const clinic = {
  list: '/dashboard/appointments',
  people: '/dashboard/patients',
  transactions: '/dashboard/revenue',
} as const;
const turf = {
  list: '/turf-dashboard/bookings',
  people: '/turf-dashboard/customers',
  transactions: '/turf-dashboard/revenue',
} as const;
