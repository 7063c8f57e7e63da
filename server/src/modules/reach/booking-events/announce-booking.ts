import type { AnnounceBooking, BookingChange } from '../../../context/booking-events.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { enqueueBookingMail } from '../booking-mails/enqueue-booking-mail.ts';
import { type CalendarEffect, enqueueCalendarSync } from '../calendar/enqueue-calendar.ts';
import { type EnabledReceivers, findEnabledReceivers } from './queries.ts';

const calendarEffects: Record<BookingChange, CalendarEffect> = {
  created: 'calendar.create',
  cancelled: 'calendar.cancel',
  moved: 'calendar.move',
  renamed: 'calendar.move',
  reopened: 'calendar.create',
};

/**
 * Enqueues the effects of a booking for receivers outside: calendar, webhooks, emails. It is called in the booking's own transaction
 * and delivers nothing, so that a booking neither waits for a third party nor fails because of one. Effects hold ids only: the handler
 * reads the booking when it delivers.
 */
export const announceBooking: AnnounceBooking = async (tx, work, change, { id, from }) => {
  const { tenantId, now } = work;
  await enqueueCalendarSync(tx, work, calendarEffects[change], id);
  // Only the calendar's event shows the name; other receivers get no event about a corrected one.
  if (change === 'renamed') return;
  const receivers = await findEnabledReceivers(tx);
  const webhook = webhookOf(change, receivers);
  if (webhook) await enqueueEffect(tx, now, { tenantId, kind: webhook, subject: id, payload: { tenantId, appointmentId: id } });
  if (!receivers.mail || change === 'reopened') return;
  await enqueueBookingMail(tx, work, id, { change, ...(change === 'moved' && from && { from }) });
};

/** Specification 7, "Webhooks": one on create, one on cancel. */
function webhookOf(change: BookingChange, receivers: EnabledReceivers): 'webhook.calendar_event' | 'webhook.cancel' | undefined {
  if (change === 'created' && receivers.calendarEvent) return 'webhook.calendar_event';
  if (change === 'cancelled' && receivers.cancel) return 'webhook.cancel';
  return undefined;
}
