import { countRequests, listRequests } from '@samay/contract/public/requests';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const requestList = queryOptions({
  queryKey: ['requests', 'list'],
  queryFn: ({ signal }) => call(listRequests, { signal }),
});

export const requestCount = queryOptions({
  queryKey: ['requests', 'count'],
  queryFn: ({ signal }) => call(countRequests, { signal }),
  staleTime: 60_000,
});
