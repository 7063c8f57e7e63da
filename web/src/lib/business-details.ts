import { getBusinessDetails } from '@samay/contract/tenancy/business-details';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api.ts';

export const businessDetailsQuery = queryOptions({
  queryKey: ['business-details'],
  queryFn: ({ signal }) => call(getBusinessDetails, { signal }),
  staleTime: 300_000,
});
