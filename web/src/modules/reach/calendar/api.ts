import {
  addMissingEvents,
  beginCalendarConnection,
  disconnectCalendar,
  getCalendarConnection,
} from '@samay/contract/reach/calendar';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const calendarQuery = queryOptions({
  queryKey: ['calendar-connection'],
  queryFn: ({ signal }) => call(getCalendarConnection, { signal }),
});

/** Returns the address of Google's consent page. @throws ApiError */
export async function consentAddress(): Promise<string> {
  return (await call(beginCalendarConnection)).url;
}

/** Disconnects the calendar. @throws ApiError */
export async function forgetCalendar(): Promise<void> {
  await call(disconnectCalendar);
}

/** Queues the missing events and returns their number. @throws ApiError */
export async function addMissing(): Promise<number> {
  return (await call(addMissingEvents)).queued;
}
