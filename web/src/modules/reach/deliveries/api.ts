import { getDeliveries, retryDeliveries } from '@samay/contract/reach/deliveries';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const aMomentMs = 5_000;

/** Asked again while something waits and somebody looks. */
export const deliveriesQuery = queryOptions({
  queryKey: ['deliveries'],
  queryFn: ({ signal }) => call(getDeliveries, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.kinds.some(({ waiting }) => waiting > 0) ? aMomentMs : false),
});

/** One that was given up, or everything that has failed; how much that was. @throws ApiError */
export async function tryAgain(delivery?: string): Promise<number> {
  return (await call(retryDeliveries, { body: delivery === undefined ? {} : { delivery } })).queued;
}
