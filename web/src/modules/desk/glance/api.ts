import { getGlance } from '@samay/contract/desk/glance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/**
 * Returns the query of home's line and of the revenue page. Its key begins with `appointments`, so
 * that a live change of that table refetches them.
 */
export function glanceNumbers() {
  return queryOptions({
    queryKey: ['appointments', 'revenue', 'glance'],
    queryFn: ({ signal }) => call(getGlance, { signal }),
  });
}
