import { getSmsSettings } from '@samay/contract/reach/sms-settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const smsQuery = queryOptions({
  queryKey: ['sms-settings'],
  queryFn: ({ signal }) => call(getSmsSettings, { signal }),
});
