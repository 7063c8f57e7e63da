import { getAccountDeletion } from '@samay/contract/identity/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** What deleting the own account takes, asked anew each time: colleagues come and go. */
export function accountDeletion() {
  return queryOptions({ queryKey: ['account', 'deletion'], queryFn: ({ signal }) => call(getAccountDeletion, { signal }), gcTime: 0 });
}
