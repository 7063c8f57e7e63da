import { getArchive } from '@samay/contract/archives/archives';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const aMomentMs = 3_000;

/** Polls the last archive while it is made and the page is visible. */
export const archiveQuery = queryOptions({
  queryKey: ['archive'],
  queryFn: ({ signal }) => call(getArchive, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.archive?.state === 'waiting' ? aMomentMs : false),
});
