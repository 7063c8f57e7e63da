import { getDashboard } from '@samay/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function dashboardNumbers() {
  return queryOptions({ queryKey: ['dashboard'], queryFn: ({ signal }) => call(getDashboard, { signal }) });
}
