import { getMoney } from '@samay/contract/bookings/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';

/**
 * Returns the query of a booking's money. Its key begins with `appointments`: a live change of that
 * table refetches it.
 */
export function bookingMoney(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'money', id],
    queryFn: ({ signal }) => call(getMoney, { params: { id }, signal }),
  });
}
