import { getAccountDeletion } from '@samay/contract/identity/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/**
 * Returns the query of the conditions for deleting the user's own account. It is not cached,
 * because they depend on the other staff.
 */
export function accountDeletion() {
  return queryOptions({
    queryKey: ['account', 'deletion'],
    queryFn: ({ signal }) => call(getAccountDeletion, { signal }),
    gcTime: 0,
  });
}
