import { getAnalytics } from '@samay/contract/platform/billing';
import { getOverview } from '@samay/contract/platform/tenants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { platformKey } from '../api.ts';

export function overviewNumbers() {
  return queryOptions({
    queryKey: [platformKey, 'overview'],
    queryFn: ({ signal }) => call(getOverview, { signal }),
  });
}

export function analyticsQuery(by: 'month' | 'week') {
  return queryOptions({
    queryKey: [platformKey, 'analytics', by],
    queryFn: ({ signal }) => call(getAnalytics, { query: { by }, signal }),
    placeholderData: keepPreviousData,
  });
}
