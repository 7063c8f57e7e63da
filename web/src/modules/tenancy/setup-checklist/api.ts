import { getSetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** Below the dashboard's key: a change of the bookings or of the staff asks for it anew. */
export function setupChecklist() {
  return queryOptions({ queryKey: ['dashboard', 'first-steps'], queryFn: ({ signal }) => call(getSetupChecklist, { signal }) });
}
