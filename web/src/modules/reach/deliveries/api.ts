import { getDeliveries, retryDeliveries } from '@samay/contract/reach/deliveries';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const aMomentMs = 5_000;

/** Polls the deliveries while some are waiting and the page is visible. */
export const deliveriesQuery = queryOptions({
  queryKey: ['deliveries'],
  queryFn: ({ signal }) => call(getDeliveries, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.kinds.some(({ waiting }) => waiting > 0) ? aMomentMs : false,
});

/**
 * Retries one given-up delivery, or all failed ones, and returns how many were queued. @throws
 * ApiError
 */
export async function tryAgain(delivery?: string): Promise<number> {
  return (await call(retryDeliveries, { body: delivery === undefined ? {} : { delivery } })).queued;
}
