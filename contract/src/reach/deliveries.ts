import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** The kinds of deliveries to the outside that a booking causes. */
export const DeliveryKind = z.enum([
  'calendar',
  'calendar_event',
  'cancel',
  'booking_mail',
  'booking_notice',
  'reminder',
]);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/** Minutes after which a waiting delivery counts as late. */
export const lateMinutes = 15;

export const Deliveries = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind: DeliveryKind,
      /** The number within the last thirty days. */
      delivered: z.int(),
      waiting: z.int(),
      givenUp: z.int(),
      /** The error of the latest undelivered one, in plain words. */
      reason: z.string().nullable(),
    }),
  ),
  /** The latest that failed finally, at most twenty. */
  givenUp: z.array(
    z.strictObject({
      id: Id,
      kind: DeliveryKind,
      reason: z.string().nullable(),
      givenUpAt: Instant,
      /**
       * A later message about the same booking was sent: this one would arrive out of order and is
       * not retried.
       */
      isSuperseded: z.boolean(),
      /** Its time is over: it would arrive late and is not retried. */
      isOver: z.boolean(),
    }),
  ),
  /**
   * A delivery failed finally and can be retried, or one has been waiting for more than fifteen
   * minutes.
   */
  needsAttention: z.boolean(),
  may: z.strictObject({ retry: z.boolean() }),
});
export type Deliveries = z.infer<typeof Deliveries>;

export const getDeliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  access: 'integrations.write',
  summary: 'What was sent to calendars, webhooks and people about bookings, and whether it was delivered.',
  reply: Deliveries,
});

export const retryDeliveries = endpoint({
  method: 'POST',
  path: '/api/deliveries/retries',
  access: 'integrations.write',
  summary: 'Retry deliveries that failed finally or wait after a failure: one, or all of them.',
  body: z.strictObject({ delivery: Id.optional() }),
  reply: z.strictObject({ queued: z.int() }),
  status: 201,
});
