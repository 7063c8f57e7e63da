import { getPlanHelp } from '@samay/contract/tenancy/subscriptions';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api.ts';

/** The people to ask for more bookings than the plan has. */
export const planHelpQuery = queryOptions({
  queryKey: ['subscription', 'help'],
  queryFn: ({ signal }) => call(getPlanHelp, { signal }),
  staleTime: 300_000,
});
