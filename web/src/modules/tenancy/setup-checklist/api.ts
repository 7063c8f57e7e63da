import { getSetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/**
 * Returns the query of the checklist. Its key begins with the dashboard's, so changes of bookings
 * or staff refetch it.
 */
export function setupChecklist() {
  return queryOptions({
    queryKey: ['dashboard', 'setup-checklist'],
    queryFn: ({ signal }) => call(getSetupChecklist, { signal }),
  });
}
