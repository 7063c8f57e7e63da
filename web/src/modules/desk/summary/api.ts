import { getSummary } from '@samay/contract/desk/summary';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/**
 * Returns the query of home's line and of the revenue page. Its key begins with `appointments`, so
 * that a live change of that table refetches them.
 */
export function summaryNumbers() {
  return queryOptions({
    queryKey: ['appointments', 'revenue', 'summary'],
    queryFn: ({ signal }) => call(getSummary, { signal }),
  });
}
