import { getVisit } from '@samay/contract/desk/visits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

/**
 * Returns the query of a visit. Its key begins with `appointments`, so a live change of that table
 * refetches it, as one of `notes` does.
 */
export function oneVisit(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'visit', id],
    queryFn: ({ signal }) => call(getVisit, { params: { id }, signal }),
  });
}
