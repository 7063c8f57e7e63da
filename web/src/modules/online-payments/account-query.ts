import { getOnlineAccount } from '@samay/contract/online-payments/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const accountQuery = queryOptions({
  queryKey: ['online-account'],
  queryFn: ({ signal }) => call(getOnlineAccount, { signal }),
});
