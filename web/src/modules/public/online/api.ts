import { getOnlineBooking } from '@samay/contract/public/online-booking';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const onlineBookingQuery = queryOptions({
  queryKey: ['online-booking'],
  queryFn: ({ signal }) => call(getOnlineBooking, { signal }),
});
