import type { Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { effectLater } from '../../../outbox/enqueue.ts';
import { mailBookingLater } from '../booking-mails/enqueue-booking-mail.ts';
import { type CalendarEffect, calendarLater } from '../calendar/enqueue-calendar.ts';
import { findWanted, type Wanted } from './queries.ts';

export type BookingChange = 'created' | 'cancelled' | 'moved' | 'renamed' | 'reopened';

const inCalendar: Record<BookingChange, CalendarEffect> = {
  created: 'calendar.create',
  cancelled: 'calendar.cancel',
  moved: 'calendar.move',
  renamed: 'calendar.move',
  reopened: 'calendar.create',
};

interface Announced {
  readonly id: string;
  /** When it was before the change, by the wall clock in India. */
  readonly from?: { readonly date: string; readonly time: string };
}

/**
 * What the outside is to hear of a booking: the one place that says so, called in the booking's own transaction. Nothing is delivered
 * here, so a booking neither waits for a third party nor fails because of one. Only ids wait: whoever delivers reads the booking.
 */
export async function announceBooking(tx: Tx, context: TenantContext, change: BookingChange, { id, from }: Announced): Promise<void> {
  const { tenantId, now } = context;
  await calendarLater(tx, context, inCalendar[change], id);
  // The calendar's event bears the name; nobody else is told of a corrected one.
  if (change === 'renamed') return;
  const wanted = await findWanted(tx);
  const about = { tenantId, appointmentId: id };
  const hook = hookOf(change, wanted);
  if (hook) await effectLater(tx, now, { tenantId, kind: hook, subject: id, payload: about });
  if (!wanted.mail || change === 'reopened') return;
  await mailBookingLater(tx, context, id, { change, ...(change === 'moved' && from && { from }) });
}

/** Specification 7, "Webhooks": one on create, one on cancel. */
function hookOf(change: BookingChange, wanted: Wanted): string | undefined {
  if (change === 'created' && wanted.calendarEvent) return 'webhook.calendar_event';
  if (change === 'cancelled' && wanted.cancel) return 'webhook.cancel';
  return undefined;
}
