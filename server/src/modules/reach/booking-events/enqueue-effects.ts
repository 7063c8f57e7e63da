import { run } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import {
  type BookingChange,
  type BookingEvent,
  enqueueEffects,
  type EventHandler,
  type NewEffect,
} from '../../../outbox/index.ts';
import type { MailedChange } from '../booking-mails/pending-mails.ts';
import { replacePendingMails } from '../booking-mails/replace-pending-mails.ts';
import { enqueueCorrections } from '../calendar/enqueue-calendar.ts';
import { replaceReminders } from '../notices/replace-reminders.ts';
import { type BookingReceiver, listMailable, listReceivers } from './queries.ts';

type Receivers = ReadonlySet<BookingReceiver>;
type Work = Pick<TenantWork, 'tenantId' | 'now'>;

/** The changes that the calendar shows; a correction only if the event exists. */
const calendarEffects: Partial<Record<BookingChange, NewEffect['kind']>> = {
  created: 'calendar.create',
  cancelled: 'calendar.cancel',
  moved: 'calendar.move',
  uncancelled: 'calendar.create',
  renamed: 'calendar.move',
  reopened: 'calendar.create',
};

/** The changes that webhooks report: a booking is there, or no longer. */
const webhookEffects: Partial<Record<BookingChange, 'webhook.calendar_event' | 'webhook.cancel'>> = {
  created: 'webhook.calendar_event',
  uncancelled: 'webhook.calendar_event',
  cancelled: 'webhook.cancel',
};

/** The changes that are mailed, and what their mail says: an undone cancel is confirmed again. */
const mailedChanges: Partial<Record<BookingChange, MailedChange['change']>> = {
  created: 'created',
  uncancelled: 'created',
  cancelled: 'cancelled',
  moved: 'moved',
};
/**
 * Enqueues the effects of changed bookings for the receivers that the business has turned on:
 * calendar, webhooks, mails. They hold ids only: their handlers read the booking when they deliver.
 */
export const enqueueBookingEffects: EventHandler = async (tx, { tenantId, now }, events) => {
  const work = { tenantId, now };
  const receivers: Receivers = new Set(
    (await run(tx, work, listReceivers({}))).map(({ receiver }) => receiver),
  );
  if (receivers.size === 0) return;
  const mails = receivers.has('mail') ? await makeMails(tx, work, events) : new Map<string, object>();
  const effects = events.flatMap(({ appointmentId, change }) => {
    const mail = mails.get(appointmentId);
    return [
      ...chooseKinds(change, receivers).map((kind) => ({ kind, payload: {} })),
      ...(mail ? [{ kind: 'booking.mail' as const, payload: mail }] : []),
    ].map(({ kind, payload }) => ({
      tenantId,
      kind,
      subject: appointmentId,
      payload: { tenantId, appointmentId, ...payload },
    }));
  });
  await enqueueEffects(tx, now, effects);
  if (receivers.has('mail') || receivers.has('notice')) await replaceReminders(tx, work, reminded(events));
  if (receivers.has('calendar')) await enqueueCorrections(tx, work, corrected(events));
};

function chooseKinds(change: BookingChange, receivers: Receivers): NewEffect['kind'][] {
  const calendar = receivers.has('calendar') ? calendarEffects[change] : undefined;
  const webhook = webhookEffects[change];
  return [...(calendar ? [calendar] : []), ...(webhook && receivers.has(webhook) ? [webhook] : [])];
}

/** The changes after which a booking may call for other reminders. */
const remindedChanges: ReadonlySet<BookingChange> = new Set([
  'created',
  'moved',
  'cancelled',
  'uncancelled',
  'reopened',
  'renamed',
  'details_corrected',
  'completion_undone',
]);

function reminded(events: readonly BookingEvent[]): string[] {
  return events.filter(({ change }) => remindedChanges.has(change)).map(({ appointmentId }) => appointmentId);
}

function corrected(events: readonly BookingEvent[]): string[] {
  return events.filter(({ change }) => change === 'corrected').map(({ appointmentId }) => appointmentId);
}

/** Creates the payloads of the mails that report these changes, by booking. */
async function makeMails(tx: Tx, work: Work, events: readonly BookingEvent[]): Promise<Map<string, object>> {
  const mails = new Map<string, object>();
  const reported = events.filter(({ change, isMailed }) => mailedChanges[change] && isMailed !== false);
  if (reported.length === 0) return mails;
  const ids = reported.map(({ appointmentId }) => appointmentId);
  const mailable = new Set((await run(tx, work, listMailable({ ids }))).map(({ id }) => id));
  for (const { appointmentId, change, from } of reported) {
    const said = mailedChanges[change];
    if (!said || !mailable.has(appointmentId)) continue;
    const mailed = { change: said, ...(from && { from }) };
    // A new booking has no pending mail.
    const mail = change === 'created' ? mailed : await replacePendingMails(tx, work, appointmentId, mailed);
    if (mail) mails.set(appointmentId, mail);
  }
  return mails;
}
