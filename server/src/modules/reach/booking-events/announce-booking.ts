import type { BookingChange, BookingEvents } from '../../../context/booking-events.ts';
import { enqueueEffects, type NewEffect } from '../../../outbox/index.ts';
import { replacePendingMails } from '../booking-mails/replace-pending-mails.ts';
import { enqueueCorrections } from '../calendar/enqueue-calendar.ts';
import { type BookingReceiver, enabledReceivers } from './queries.ts';

/** A correction of what is over reaches the calendar alone, and only an event that is there. */
type Announced = Exclude<BookingChange, 'corrected'>;

const calendarEffects = {
  created: 'calendar.create',
  cancelled: 'calendar.cancel',
  moved: 'calendar.move',
  renamed: 'calendar.move',
  reopened: 'calendar.create',
} as const satisfies Record<Announced, string>;

/**
 * Enqueues the effects of a booking for receivers outside: calendar, webhooks, emails. It is called
 * in the booking's own transaction and delivers nothing, so that a booking neither waits for a
 * third party nor fails because of one. Effects hold ids only: the handler reads the booking when
 * it delivers.
 */
export const bookingEvents: BookingEvents = {
  receivers: enabledReceivers,
  enqueueCorrections,
  async enqueue(tx, { tenantId, now }, change, { id, from, hasNoEmail, receivers }) {
    if (change === 'corrected')
      return isOn(receivers, 'calendar') && enqueueCorrections(tx, { tenantId, now }, [id]);
    const effects: Pick<NewEffect, 'kind' | 'payload'>[] = kindsOf(change, receivers).map((kind) => ({
      kind,
      payload: {},
    }));
    if (isOn(receivers, 'mail') && !hasNoEmail && change !== 'renamed' && change !== 'reopened') {
      const mail = await replacePendingMails(tx, { tenantId, now }, id, {
        change,
        ...(change === 'moved' && from && { from }),
      });
      if (mail) effects.push({ kind: 'booking.mail', payload: mail });
    }
    const subject = { tenantId, subject: id };
    await enqueueEffects(
      tx,
      now,
      effects.map(({ kind, payload }) => ({
        ...subject,
        kind,
        payload: { tenantId, appointmentId: id, ...payload },
      })),
    );
    return effects.length > 0;
  },
};

/**
 * Only the calendar's event shows a changed name. Webhooks: one on create, one on cancel
 * (specification 7, "Webhooks").
 */
function kindsOf(change: Announced, receivers: readonly string[]) {
  return [
    ...(isOn(receivers, 'calendar') ? [calendarEffects[change]] : []),
    ...(change === 'created' && isOn(receivers, 'webhook.calendar_event')
      ? ['webhook.calendar_event' as const]
      : []),
    ...(change === 'cancelled' && isOn(receivers, 'webhook.cancel') ? ['webhook.cancel' as const] : []),
  ];
}

function isOn(receivers: readonly string[], receiver: BookingReceiver): boolean {
  return receivers.includes(receiver);
}
