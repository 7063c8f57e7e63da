import { getMoneyLock } from '@samay/contract/tenancy/money-lock';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** The query of the lock. Its key begins with `appointments`: a live change of the lock refetches it. */
export const moneyLock = queryOptions({
  queryKey: ['appointments', 'money-lock'],
  queryFn: ({ signal }) => call(getMoneyLock, { signal }),
});
