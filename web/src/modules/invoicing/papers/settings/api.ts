import { getPaperSettings } from '@samay/contract/invoicing/papers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

export const paperSettingsQuery = queryOptions({
  queryKey: ['paper-settings'],
  queryFn: ({ signal }) => call(getPaperSettings, { signal }),
});
