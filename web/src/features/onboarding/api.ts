import { getBusinessProfile } from '@samay/contract/onboarding';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function businessProfile() {
  return queryOptions({ queryKey: ['business-profile'], queryFn: ({ signal }) => call(getBusinessProfile, { signal }) });
}
