import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { EmailAddress, line, requiredMailedLine } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';

/** A plan as it is offered: bookings a month, and what a month costs in paise. */
export const Plan = z.strictObject({ id: z.string(), name: z.string(), limit: z.int(), monthlyPrice: Paise });
export type Plan = z.infer<typeof Plan>;

/** A form that the browser posts to the payment provider's own page; nothing in it is secret. */
export const Checkout = z.strictObject({ action: z.url(), fields: z.record(z.string(), z.string()) });
export type Checkout = z.infer<typeof Checkout>;

/** The plan of a business, and what its owner may change about it. */
export const Subscription = z.strictObject({
  /** `none`: there never was a subscription; `ended`: there is no active one, and nothing can be booked. */
  state: z.enum(['active', 'ended', 'none']),
  /** Of the active plan, of the one that ended, or the specification's words for none at all. */
  planName: z.string(),
  /** Null where there is no active subscription. */
  plan: Plan.nullable(),
  /** The first day that is not paid for; null for a plan that needs no payment. */
  paidUntil: LocalDate.nullable(),
  /** The day on which a business that was not paid for falls to the free plan; null as above. */
  endsOn: LocalDate.nullable(),
  /** Plans to pay for, the current one included when another month of it can be paid. Cheapest first. */
  offers: z.array(Plan),
  /** False where no payment provider is set up: nothing can be paid here. */
  paymentsAvailable: z.boolean(),
  may: z.strictObject({ upgrade: z.boolean() }),
});
export type Subscription = z.infer<typeof Subscription>;

const PlanId = line(40);

export const NewSignUpOrder = z.strictObject({
  email: EmailAddress,
  businessName: requiredMailedLine(200, "Please enter your business's name"),
  plan: PlanId,
});
export type NewSignUpOrder = z.infer<typeof NewSignUpOrder>;

/**
 * The specification's payment verification payload (section 3). Empty values of the provider's are refused by the verb, in the catalogue's
 * words; the address and the plan may be left out, since the server knows them of its order.
 */
export const PaymentProof = z.strictObject({
  razorpay_payment_id: z.string().max(100),
  razorpay_order_id: z.string().max(100),
  razorpay_signature: z.string().max(200),
  email: z.string().max(254).default(''),
  plan: z.string().max(40).default(''),
});
export type PaymentProof = z.infer<typeof PaymentProof>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'public',
  summary: 'The plans with their prices, cheapest first, and whether one can be paid for here.',
  reply: z.strictObject({ plans: z.array(Plan), paymentsAvailable: z.boolean() }),
});

export const orderSignUp = endpoint({
  method: 'POST',
  path: '/api/payment-orders',
  access: 'public',
  summary: 'Begin a business on a paid plan: makes an order at the payment provider and says what its page is to be sent.',
  body: NewSignUpOrder,
  reply: Checkout,
  status: 201,
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'usage.read',
  summary: "The business's plan, until when it is paid, and what else there is.",
  reply: Subscription,
});

export const orderUpgrade = endpoint({
  method: 'POST',
  path: '/api/subscription/payment-orders',
  access: 'integrations.write',
  summary: "Order a month of a plan for the caller's business; says what the payment provider's page is to be sent.",
  assurance: 'aal2-when-enrolled',
  body: z.strictObject({ plan: PlanId }),
  reply: Checkout,
  status: 201,
});

export const returnFromCheckout = endpoint({
  method: 'POST',
  path: '/api/payment-return',
  access: 'public',
  summary: "Where the payment provider's page posts its result back to; answers 303 to /payment-callback.",
  transport: 'form',
});

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  access: 'public',
  summary: 'Whether a payment counts: its signature, its order, and the provider itself are asked. Grants the plan, once.',
  body: PaymentProof,
  reply: z.strictObject({
    success: z.literal(true),
    message: z.string(),
    plan: z.string(),
    /** Whom the order is for, in whatever browser its payment ends. */
    email: z.string(),
    /** Where it goes on: a mailed link for who began a business, the dashboard for who had one. */
    next: z.enum(['link', 'dashboard', 'mail']),
  }),
});
export type VerifiedPayment = z.infer<NonNullable<typeof verifyPayment.reply>>;

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payment-webhook',
  access: 'public',
  summary: "The payment provider's events, signed over the raw body; kept first, acted on after the answer.",
  transport: 'raw',
});
