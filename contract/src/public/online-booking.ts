import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id, lines } from '../core/text.ts';

/** The name of a business in the address of its page: at least 3 small letters or digits, with single hyphens. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'Please enter at least 3 characters')
  .max(60, 'At most 60 characters, please')
  .regex(/^[a-z0-9](?:-?[a-z0-9]){2,59}$/, 'Only small letters, digits and single hyphens, please');

/** The days that a page may look ahead. */
export const mostHorizonDays = 400;
const Hidden = z.array(Id).max(500);

/** Whether visitors ask for a time, or book it immediately after a code. */
export const OnlineMode = z.enum(['request', 'booking']);
export type OnlineMode = z.infer<typeof OnlineMode>;

/** The least that a payment provider takes, in paise. */
export const leastOnlinePaise = 100;
const depositSentence = 'Please enter an amount from ₹1';

/** The payment for a service before its time is booked; one without a row is paid at the desk. */
export const ServicePayment = z
  .strictObject({
    serviceId: Id,
    takes: z.enum(['deposit', 'all']),
    /** Paise, and never more than the price is taken; null where all of it is. */
    deposit: Paise.min(leastOnlinePaise, depositSentence).nullable(),
  })
  .refine(({ takes, deposit }) => (takes === 'deposit') === (deposit !== null), {
    path: ['deposit'],
    error: depositSentence,
  });
export type ServicePayment = z.infer<typeof ServicePayment>;

/** The part that goes back of the money paid online when its person cancels in time. */
export const RefundRule = z.enum(['all', 'part', 'none']);
export type RefundRule = z.infer<typeof RefundRule>;
const percentSentence = 'Please enter 1 to 99';

/** The choices of an owner for the page on which strangers see the business and its free times. */
export const OnlineChoices = z.strictObject({
  isOn: z.boolean(),
  /** Null until one is chosen; it is needed to be on. */
  slug: Slug.nullable(),
  /** Whether search engines may list the page. */
  isPublished: z.boolean(),
  showsPrices: z.boolean(),
  /** How many days ahead the last time is that is offered; the first follows from the business's notice. */
  horizon: z
    .int('Please enter 1 to 400 days')
    .min(1, 'Please enter 1 to 400 days')
    .max(mostHorizonDays, 'Please enter 1 to 400 days'),
  /** How many requests one number may have open. */
  openPerNumber: z.int('Please enter 1 to 20').min(1, 'Please enter 1 to 20').max(20, 'Please enter 1 to 20'),
  /** The services, and the doctors or courts, that are not offered. */
  hiddenServices: Hidden,
  hiddenResources: Hidden,
  /** The business's own words above the times; null for none. */
  intro: lines(500).nullable(),
  /** Left out, it stays as it is. */
  mode: OnlineMode.optional(),
  /** One row a service that takes a payment. Left out, these three stay as they are. */
  payments: z.array(ServicePayment).max(500).optional(),
  refundRule: RefundRule.optional(),
  /** The part that goes back by the rule *part*, in per cent. */
  refundPercent: z.int(percentSentence).min(1, percentSentence).max(99, percentSentence).optional(),
});
export type OnlineChoices = z.infer<typeof OnlineChoices>;

export const OnlineBooking = z.strictObject({
  ...OnlineChoices.shape,
  mode: OnlineMode,
  payments: z.array(ServicePayment),
  refundRule: RefundRule,
  refundPercent: z.int(),
  /** The way of the codes; null where there is none, and then visitors ask for times in either mode. */
  codes: z.enum(['whatsapp', 'sms', 'mail']).nullable(),
  /** The address of the page; null while there is none to open. */
  address: z.string().nullable(),
  /** The slug that is proposed, made of the business's name. */
  proposed: z.string(),
});
export type OnlineBooking = z.infer<typeof OnlineBooking>;

export const getOnlineBooking = endpoint({
  method: 'GET',
  path: '/api/online-booking',
  access: 'settings.write',
  summary: 'What the public page of the business shows, and its address.',
  reply: OnlineBooking,
});

export const setOnlineBooking = endpoint({
  method: 'PUT',
  path: '/api/online-booking',
  access: 'settings.write',
  summary:
    'Change it, from the next page that a visitor opens on. A former address leads to the present one.',
  body: OnlineChoices,
  reply: OnlineBooking,
});
