import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise, TypedMethod } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';

/**
 * The state of money that goes back through the business's payment provider: `accepted` is on its way,
 * `noted` was given back another way.
 */
export const RefundState = z.enum(['asked', 'accepted', 'done', 'failed', 'noted']);
export type RefundState = z.infer<typeof RefundState>;

/**
 * Why it did not go back: `refunded` was given back there before, `not_found` is not known at the account,
 * `refused` did not reach the payer.
 */
export const RefundError = z.enum([
  'keys',
  'refunded',
  'balance',
  'no_account',
  'not_found',
  'refused',
  'other',
]);
export type RefundError = z.infer<typeof RefundError>;

export const OnlineRefund = z.strictObject({
  id: Id,
  state: RefundState,
  paise: Paise,
  /** Present while it has failed. */
  error: RefundError.nullable(),
  /** Whether the provider gave it back although it had been given back before: the payer has it twice. */
  isTwice: z.boolean(),
  askedAt: Instant,
  /** The provider's id of the payment, by which its own pages find it. */
  paymentId: z.string(),
  /** Its booking, as the plan shows it; null for a payment that became no booking. */
  booking: z.strictObject({ id: Id, personName: z.string(), date: LocalDate, time: LocalTime }).nullable(),
});
export type OnlineRefund = z.infer<typeof OnlineRefund>;

/** A booking of the public page whose payment was not taken: it is unpaid. */
export const UnpaidOnline = z.strictObject({
  paymentId: z.string(),
  /** Whether it was not taken because the booking was cancelled then; else the provider did not let it be taken. */
  wasCancelled: z.boolean(),
  paise: Paise,
  booking: z.strictObject({ id: Id, personName: z.string(), date: LocalDate, time: LocalTime }),
});
export type UnpaidOnline = z.infer<typeof UnpaidOnline>;

/** The days for which refunds are listed that have not failed, and the most of all. */
export const refundDays = 30;
export const mostRefunds = 200;

const params = z.strictObject({ id: Id });

export const listOnlineRefunds = endpoint({
  method: 'GET',
  path: '/api/online-refunds',
  access: 'settings.write',
  summary:
    `What goes back of payments of the public page: first what has failed, then that of the last ${refundDays} days; ` +
    'and the bookings whose payment could not be taken.',
  reply: z.strictObject({ items: z.array(OnlineRefund), unpaid: z.array(UnpaidOnline) }),
});

export const retryOnlineRefund = endpoint({
  method: 'POST',
  path: '/api/online-refunds/:id/retry',
  access: 'settings.write',
  summary: 'Ask the payment provider again for a refund that has failed.',
  params,
  reply: OnlineRefund,
});

export const noteOnlineRefund = endpoint({
  method: 'POST',
  path: '/api/online-refunds/:id/other-way',
  access: 'settings.write',
  summary: 'Note that the money of a refund that has failed was given back another way.',
  params,
  body: z.strictObject({
    /** The method by which it was given back; cash leaves the caller's drawer. */
    method: TypedMethod,
    /** Whether that drawer may hold less than nothing from then on. */
    belowZero: z.boolean().optional(),
  }),
  reply: OnlineRefund,
});
