import { getPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { getChargeList } from '@samay/contract/ledger/charge-list';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

export const paperSettingsQuery = queryOptions({
  queryKey: ['paper-settings'],
  queryFn: ({ signal }) => call(getPaperSettings, { signal }),
});

export const chargeListQuery = queryOptions({
  queryKey: ['charge-list'],
  queryFn: ({ signal }) => call(getChargeList, { signal }),
});
