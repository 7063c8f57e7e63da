import { getQueue } from '@samay/contract/bookings/queue';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

/** The key begins with the table that bookings stand in, so that a live change asks for the queue anew. */
export function todaysQueue() {
  return queryOptions({ queryKey: ['appointments', 'queue'], queryFn: ({ signal }) => call(getQueue, { signal }) });
}
