import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The business's Google Calendar as Settings and Schedule show it. */
export const CalendarConnection = z.strictObject({
  /** Whether this server can connect calendars. */
  isAvailable: z.boolean(),
  isConnected: z.boolean(),
  /**
   * Whether Google rejects our refresh token: an owner has to connect again. Updates of bookings
   * are retried for a day.
   */
  needsReconnect: z.boolean(),
  calendarId: z.string().nullable(),
  /** The address for an iframe, and that of the calendar itself; null if none is connected. */
  embedUrl: z.url().nullable(),
  openUrl: z.url().nullable(),
  /**
   * Future bookings that are not in the calendar and not queued for it; 0 for callers who may not
   * add them.
   */
  missingEvents: z.int(),
  may: z.strictObject({ connect: z.boolean() }),
});
export type CalendarConnection = z.infer<typeof CalendarConnection>;

export const getCalendarConnection = endpoint({
  method: 'GET',
  path: '/api/calendar-connection',
  access: 'appointments.read',
  summary: 'The Google Calendar of the business: whether it is connected, and its addresses.',
  reply: CalendarConnection,
});

export const beginCalendarConnection = endpoint({
  method: 'POST',
  path: '/api/calendar-connection',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    "Start connecting a calendar. The browser is sent to Google's consent page at `url`; " +
    'a cookie binds the callback to it for ten minutes.',
  reply: z.strictObject({ url: z.url() }),
  status: 201,
});

/** The parameters of the callback from Google; the state is the JSON that we sent. */
export const CalendarReturn = z.strictObject({
  code: z.string().min(1).max(2048),
  state: z.string().min(1).max(1024),
});
export type CalendarReturn = z.infer<typeof CalendarReturn>;

export const completeCalendarConnection = endpoint({
  method: 'POST',
  path: '/api/calendar-connection/completion',
  access: 'integrations.write',
  summary:
    'Connect the calendar with the parameters of the callback: ' +
    'once, in the same browser and by the same person.',
  body: CalendarReturn,
  reply: CalendarConnection,
  status: 201,
});

export const disconnectCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar-connection',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Disconnect the calendar and revoke our access at Google. Existing events stay.',
});

export const addMissingEvents = endpoint({
  method: 'POST',
  path: '/api/calendar-connection/missing-events',
  access: 'integrations.write',
  summary: 'Add up to 500 future bookings that are not in the calendar yet, a few per second.',
  reply: z.strictObject({ queued: z.int() }),
  status: 201,
});
