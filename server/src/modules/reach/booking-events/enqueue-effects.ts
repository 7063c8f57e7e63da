import { defaultOrder, type NoticeChannel } from '@samay/contract/reach/notices';
import type { SmsTold } from '@samay/contract/reach/sms/change-texts';
import { run, runTogether } from '../../../db/transaction.ts';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import {
  type BookingChange,
  type BookingEvent,
  enqueueEffects,
  type EventHandler,
  type NewEffect,
} from '../../../outbox/index.ts';
import { type MailedChange, toldKinds } from '../booking-mails/pending-mails.ts';
import { replacePendingMails } from '../booking-mails/replace-pending-mails.ts';
import { enqueueCorrections } from '../calendar/enqueue-calendar.ts';
import { type NumberChannel, readOrder } from '../channels/queries.ts';
import { replaceReminders } from '../reminders/replace-reminders.ts';
import { mailOwnCancels } from './mail-business.ts';
import { type BookingReceiver, listReached, listReceivers } from './queries.ts';

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

/** The time for which a message to a number waits to tell a move or a cancel, which a desk may take back. */
const undoneWithinMs = 2 * 60_000;
/** The time for which it waits to say that a doctor is late, whose minutes a desk may correct. */
const correctedWithinMs = 60_000;

/**
 * Enqueues the effects of changed bookings for the receivers that the business has turned on:
 * calendar, webhooks, mails, notices. They hold ids only: their handlers read the booking when they deliver.
 * The business is mailed when a person cancels by their link.
 */
export const enqueueBookingEffects: EventHandler = async (tx, { tenantId, now, dependencies }, events) => {
  const work = { tenantId, now };
  await mailOwnCancels(tx, work, events, dependencies.settings);
  const receivers: Receivers = new Set(
    (await run(tx, work, listReceivers({}))).map(({ receiver }) => receiver),
  );
  if (receivers.size === 0) return;
  const told = await makeMessages(tx, work, { events, receivers });
  const effects = events.flatMap(({ appointmentId, change }) =>
    [
      ...chooseKinds(change, receivers).map((kind) => ({ kind, payload: {} })),
      ...(told.get(appointmentId) ?? []),
    ].map(({ payload, ...effect }) => ({
      ...effect,
      tenantId,
      subject: appointmentId,
      payload: { tenantId, appointmentId, ...payload },
    })),
  );
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

type Message = Pick<NewEffect, 'kind' | 'payload' | 'dueAt'>;

interface Reported {
  readonly events: readonly BookingEvent[];
  readonly receivers: Receivers;
}

/** Makes the messages to the people of changed bookings, by booking. */
async function makeMessages(
  tx: Tx,
  work: Work,
  { events, receivers }: Reported,
): Promise<Map<string, Message[]>> {
  const messages = new Map<string, Message[]>();
  const reported = events.filter(
    ({ change, isMailed }) => (mailedChanges[change] || change === 'doctor_late') && isMailed !== false,
  );
  const hasNumbers = Object.values(toldKinds).some((kind) => numberChannels(kind, receivers).length > 0);
  if (reported.length === 0 || !(receivers.has('mail') || hasNumbers)) return messages;
  const ids = reported.map(({ appointmentId }) => appointmentId);
  const { reached, orders } = await runTogether(tx, work, {
    reached: listReached({ ids }),
    orders: readOrder({}),
  });
  const order = orders[0]?.order ?? defaultOrder;
  for (const { appointmentId, change, from, until } of reported) {
    const person = reached.find(({ id }) => id === appointmentId);
    const byMail = receivers.has('mail') && person?.byMail === true;
    const byNumber = hasNumbers && person?.byNumber === true;
    const said = mailedChanges[change];
    if (!said) {
      const dueAt = new Date(work.now.getTime() + correctedWithinMs);
      // A doctor's lateness is over before an SMS is read.
      if (byNumber && receivers.has('change'))
        messages.set(appointmentId, [{ kind: 'late.notice', payload: { until }, dueAt }]);
      continue;
    }
    if (!byMail && !byNumber) continue;
    const mailed = { change: said, ...(from && { from }) };
    // A new booking has no pending message.
    const payload =
      change === 'created' ? mailed : await replacePendingMails(tx, work, appointmentId, mailed);
    if (!payload) continue;
    const channels = byNumber ? numberChannels(toldKinds[payload.change], receivers) : [];
    const isMailFirst = channels.every((channel) => isBefore('mail', channel, order));
    if (!byMail && channels.length === 0) continue;
    const kind = channels.length > 0 && !(byMail && isMailFirst) ? 'booking.notice' : 'booking.mail';
    // The message of a series stands for all of its dates, of which each may change meanwhile.
    const waits = kind === 'booking.notice' && payload.change !== 'created' && !person?.inSeries;
    const dueAt = new Date(work.now.getTime() + (waits ? undoneWithinMs : 0));
    messages.set(appointmentId, [{ kind, payload, dueAt }]);
  }
  return messages;
}

/** Lists the channels to numbers that tell a change: SMS only with a registered text of it. */
function numberChannels(kind: SmsTold, receivers: Receivers): NumberChannel[] {
  return [
    ...(receivers.has('change') ? ['whatsapp' as const] : []),
    ...(receivers.has(`sms.${kind}`) ? ['sms' as const] : []),
  ];
}

function isBefore(one: NoticeChannel, other: NoticeChannel, order: readonly NoticeChannel[]): boolean {
  return order.indexOf(one) < order.indexOf(other);
}
