import { getTellingSettings } from '@samay/contract/bookings/tellings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const tellingSettingsQuery = queryOptions({
  queryKey: ['telling-settings'],
  queryFn: ({ signal }) => call(getTellingSettings, { signal }),
});
