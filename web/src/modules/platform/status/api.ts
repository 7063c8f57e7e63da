import { getSystemStatus } from '@samay/contract/platform/status';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { platformKey } from '../api.ts';

export function systemStatus() {
  return queryOptions({
    queryKey: [platformKey, 'status'],
    queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  });
}
