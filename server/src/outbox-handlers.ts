import { z } from 'zod';
import { sendRefund } from './modules/bookings/index.ts';
import { makeDuePapers } from './modules/invoicing/index.ts';
import { sendLink } from './modules/identity/index.ts';
import { captureOnlinePayment, recordFailedCapture } from './modules/public/index.ts';
import {
  enqueueBookingEffects,
  planAll,
  recordDroppedMail,
  recordFailedReminder,
  revokeCalendarAccess,
  recordFailedNotice,
  sendBookingMail,
  sendBookingNotice,
  sendLateNotice,
  sendNotice,
  sendReminder,
  sendWebhook,
  syncCalendarEvent,
} from './modules/reach/index.ts';
import type { Dependencies } from './context/dependencies.ts';
import {
  type EffectKind,
  type EventHandler,
  isDeliverable,
  type OutboxHandler,
  type OutboxHandlers,
} from './outbox/index.ts';

const Email = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });

const sendMail: OutboxHandler = async ({ mail }, payload) => mail?.send(Email.parse(payload));

/**
 * The handler of each kind of effect, from the modules. A kind without a handler does not compile.
 */
const handlers: Readonly<Record<EffectKind, OutboxHandler>> = {
  mail: sendMail,
  link: sendLink,
  'booking.mail': sendBookingMail,
  'booking.notice': sendBookingNotice,
  'late.notice': sendLateNotice,
  'reminder.mail': sendReminder,
  'reminder.notice': sendNotice,
  'reminders.plan': planAll,
  'calendar.create': syncCalendarEvent,
  'calendar.move': syncCalendarEvent,
  'calendar.cancel': syncCalendarEvent,
  'calendar.revoke': revokeCalendarAccess,
  'online.refund': sendRefund,
  'webhook.calendar_event': sendWebhook,
  'webhook.cancel': sendWebhook,
  'online.capture': captureOnlinePayment,
};

/**
 * Enqueues the effects of changed bookings, and makes the papers of businesses that chose automatic
 * ones.
 */
const handleEvents: EventHandler = async (tx, context, events) => {
  await enqueueBookingEffects(tx, context, events);
  const paid = events.filter(({ change }) => change === 'completed' || change === 'details_corrected');
  await makeDuePapers(
    tx,
    context,
    paid.map(({ appointmentId }) => appointmentId),
  );
};

/**
 * Returns the handlers of this process. Without a mail server or Google their effects stay in the
 * outbox until it is set up.
 */
export function getOutboxHandlers(dependencies: Pick<Dependencies, 'mail' | 'calendar'>): OutboxHandlers {
  return {
    effects: Object.fromEntries(
      Object.entries(handlers).filter(([kind]) => isDeliverable(kind, dependencies)),
    ),
    failed: {
      'booking.mail': recordDroppedMail,
      'booking.notice': recordFailedNotice,
      'late.notice': recordFailedNotice,
      'reminder.mail': recordFailedReminder,
      'reminder.notice': recordFailedReminder,
      'online.capture': recordFailedCapture,
    },
    events: handleEvents,
  };
}
