import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The business's Google Calendar as Settings and Schedule show it. */
export const CalendarConnection = z.strictObject({
  /** Whether this server can connect calendars at all. */
  isAvailable: z.boolean(),
  isConnected: z.boolean(),
  /** Google takes our key no more: somebody has to connect again. Bookings made meanwhile wait for a day. */
  needsReconnect: z.boolean(),
  calendarId: z.string().nullable(),
  /** What an iframe shows of it, and the calendar itself; null where none is connected. */
  embedUrl: z.url().nullable(),
  openUrl: z.url().nullable(),
  /** Bookings from now on that are not in the calendar and not on their way there; 0 for who may not add them. */
  missingEvents: z.int(),
  may: z.strictObject({ connect: z.boolean() }),
});
export type CalendarConnection = z.infer<typeof CalendarConnection>;

export const getCalendarConnection = endpoint({
  method: 'GET',
  path: '/api/calendar-connection',
  access: 'appointments.read',
  summary: 'The Google Calendar of the business: whether it is connected, and how to show it.',
  reply: CalendarConnection,
});

export const beginCalendarConnection = endpoint({
  method: 'POST',
  path: '/api/calendar-connection',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    "Begin to connect a calendar. The browser goes to Google's consent page at `url`; a cookie ties the way back to it for ten minutes.",
  reply: z.strictObject({ url: z.url() }),
  status: 201,
});

/** What Google sent the browser back with; the state is the JSON that we gave it. */
export const CalendarReturn = z.strictObject({
  code: z.string().min(1).max(2048),
  state: z.string().min(1).max(1024),
});
export type CalendarReturn = z.infer<typeof CalendarReturn>;

export const completeCalendarConnection = endpoint({
  method: 'POST',
  path: '/api/calendar-connection/completion',
  access: 'integrations.write',
  summary: 'Connect the calendar with what Google sent back: once, in the browser and by the person that began.',
  body: CalendarReturn,
  reply: CalendarConnection,
  status: 201,
});

export const disconnectCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar-connection',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary: 'Forget the calendar, and have Google take our access back. Events that are there stay.',
});

export const addMissingEvents = endpoint({
  method: 'POST',
  path: '/api/calendar-connection/missing-events',
  access: 'integrations.write',
  summary: 'Put the bookings from now on that are not in the calendar into it, the next 500 of them, some in a second.',
  reply: z.strictObject({ queued: z.int() }),
  status: 201,
});
