import { changeBookingMails, getBookingMails } from '@samay/contract/reach/booking-mails';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const bookingMailsQuery = queryOptions({
  queryKey: ['booking-mails'],
  queryFn: ({ signal }) => call(getBookingMails, { signal }),
});

/** Switches the emails on or off. @throws ApiError */
export async function switchMails(isOn: boolean) {
  return call(changeBookingMails, { body: { isOn } });
}
