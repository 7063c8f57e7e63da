import { getBusinessProfile } from '@samay/contract/tenancy/onboarding';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export function businessProfile() {
  return queryOptions({
    queryKey: ['business-profile'],
    queryFn: ({ signal }) => call(getBusinessProfile, { signal }),
  });
}
