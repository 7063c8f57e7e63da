import { getDashboard } from '@samay/contract/bookings/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export function dashboardNumbers() {
  return queryOptions({ queryKey: ['dashboard'], queryFn: ({ signal }) => call(getDashboard, { signal }) });
}
