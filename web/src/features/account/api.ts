import { getAccountDeletion } from '@samay/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** What deleting the own account takes, asked anew each time: colleagues come and go. */
export function accountDeletion() {
  return queryOptions({ queryKey: ['account', 'deletion'], queryFn: ({ signal }) => call(getAccountDeletion, { signal }), gcTime: 0 });
}
