import { getQueue } from '@samay/contract/bookings/queue';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

/** The query of today's queue. Its key begins with `appointments`, so a live change of that table refetches it. */
export function todaysQueue() {
  return queryOptions({ queryKey: ['appointments', 'queue'], queryFn: ({ signal }) => call(getQueue, { signal }) });
}
