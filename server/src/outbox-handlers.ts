import { z } from 'zod';
import { sendLink } from './modules/identity/index.ts';
import { revokeCalendarAccess, sendBookingMail, sendWebhook, syncCalendarEvent } from './modules/reach/index.ts';
import type { Dependencies } from './context/dependencies.ts';
import type { OutboxHandler, OutboxHandlers } from './outbox/index.ts';

const Email = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });

const sendMail: OutboxHandler = async ({ mail }, payload) => mail?.send(Email.parse(payload));

const mailHandlers: OutboxHandlers = { mail: sendMail, link: sendLink, 'booking.mail': sendBookingMail };

const calendarHandlers: OutboxHandlers = {
  'calendar.create': syncCalendarEvent,
  'calendar.move': syncCalendarEvent,
  'calendar.cancel': syncCalendarEvent,
  'calendar.revoke': revokeCalendarAccess,
};

const webhookHandlers: OutboxHandlers = { 'webhook.calendar_event': sendWebhook, 'webhook.cancel': sendWebhook };

/** The outbox's handlers by kind, from the modules. Without a mail server or Google their effects stay in the outbox until it is set up. */
export function outboxHandlersOf({ mail, calendar }: Pick<Dependencies, 'mail' | 'calendar'>): OutboxHandlers {
  return { ...webhookHandlers, ...(mail && mailHandlers), ...(calendar && calendarHandlers) };
}
