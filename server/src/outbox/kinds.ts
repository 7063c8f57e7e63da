import type { DeliveryKind } from '@samay/contract/reach/deliveries';

interface KindRules {
  /** The dependency without which its effects wait in the outbox. */
  readonly needs?: 'mail' | 'calendar';
  /** The channel with which it is counted, where it needs none. */
  readonly channel?: 'mail' | 'payments';
  /** Marks a change that the worker turns into effects of other kinds. */
  readonly isEvent?: true;
  /**
   * Its name among the deliveries that owners see. The payload of such a kind holds only ids, so it
   * is kept when an effect fails for good, and can be retried by hand. Every other kind's payload
   * may name people and is cleared.
   */
  readonly delivery?: DeliveryKind;
  /**
   * Its relation to earlier effects of its family, the part before the dot, on the same subject: it
   * waits for them, or replaces them.
   */
  readonly after?: 'earlier' | 'replacing';
}

/** The kind of the rows that record a booking's change. */
export const eventKind = 'appointment.changed';

/** The kinds of rows. A kind is never renamed: waiting rows and running servers still name it. */
const outboxKinds = {
  [eventKind]: { isEvent: true, after: 'earlier' },
  mail: { needs: 'mail' },
  link: { needs: 'mail' },
  'booking.mail': { needs: 'mail', delivery: 'booking_mail', after: 'replacing' },
  // By WhatsApp, and by mail where the person is not reached there.
  'booking.notice': { channel: 'mail', delivery: 'booking_notice', after: 'replacing' },
  'late.notice': { channel: 'mail' },
  'reminder.mail': { needs: 'mail', delivery: 'reminder' },
  // By WhatsApp first, and by mail where the person is not reached there.
  'reminder.notice': { channel: 'mail', delivery: 'reminder' },
  'reminders.plan': { channel: 'mail' },
  'calendar.create': { needs: 'calendar', delivery: 'calendar' },
  'calendar.move': { needs: 'calendar', delivery: 'calendar' },
  'calendar.cancel': { needs: 'calendar', delivery: 'calendar' },
  'calendar.revoke': { needs: 'calendar' },
  // Asks the business's payment provider to give money back.
  'online.refund': {},
  'webhook.calendar_event': { delivery: 'calendar_event', after: 'earlier' },
  'webhook.cancel': { delivery: 'cancel', after: 'earlier' },
  'online.capture': { channel: 'payments' },
} as const satisfies Record<string, KindRules>;

/** The kinds that are delivered outside. */
export type EffectKind = Exclude<keyof typeof outboxKinds, typeof eventKind>;

const rules: Readonly<Record<string, KindRules>> = outboxKinds;

/** The names of all kinds: a row of a newer release may have another. */
export const outboxKindNames: ReadonlySet<string> = new Set(Object.keys(outboxKinds));

const kindsWhere = (applies: (rules: KindRules) => boolean) =>
  Object.keys(rules).filter((kind) => applies(rules[kind] ?? {}));

/** The kinds that are delivered in the order in which they were written. */
export const orderedKinds = kindsWhere(({ after }) => after !== undefined);

/** Returns the channel that sends a kind; `event` for kinds that are turned into effects here. */
export function getChannel(kind: string): 'mail' | 'calendar' | 'webhook' | 'payments' | 'event' {
  const { isEvent, needs, channel } = rules[kind] ?? {};
  return isEvent ? 'event' : (needs ?? channel ?? 'webhook');
}

/** The kinds whose later effects make earlier ones obsolete. */
export const replacingKinds = kindsWhere(({ after }) => after === 'replacing');

/** The kinds that owners see and may retry. */
export const deliveryKinds = kindsWhere(({ delivery }) => delivery !== undefined);

/** Returns the name of a kind among the deliveries that owners see; undefined for the others. */
export function getDelivery(kind: string): DeliveryKind | undefined {
  return rules[kind]?.delivery;
}

/** Returns whether this process can deliver a kind, as its settings allow. */
export function isDeliverable(
  kind: string,
  dependencies: { readonly mail?: unknown; readonly calendar?: unknown },
): boolean {
  const needs = rules[kind]?.needs;
  return needs === undefined || dependencies[needs] !== undefined;
}
