import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { EmailAddress, line, requiredMailedLine } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';
import { OwnLimit } from './plans.ts';

/** A plan on offer: bookings a month, and the price of a month in paise. */
export const Plan = z.strictObject({ id: z.string(), name: z.string(), limit: z.int(), monthlyPrice: Paise });
export type Plan = z.infer<typeof Plan>;

/** A form that the browser posts to the payment provider's page; it contains no secret. */
export const Checkout = z.strictObject({ action: z.url(), fields: z.record(z.string(), z.string()) });
export type Checkout = z.infer<typeof Checkout>;

/** The plan of a business, and the changes that its owner may make. */
export const Subscription = z.strictObject({
  /**
   * `none`: there has never been a subscription; `ended`: there is no active one, and nothing can
   * be booked.
   */
  state: z.enum(['active', 'ended', 'none']),
  /** The name of the active plan, of the one that ended, or the fixed text for none. */
  planName: z.string(),
  /** The plan; null without an active subscription. */
  plan: Plan.nullable(),
  /** A limit of its own, which the platform has given it; null without one, or once it has ended. */
  ownLimit: OwnLimit.nullable(),
  /**
   * The limit in the first days of a new business, which is no less than the plan's, and their last day; null
   * once they are over.
   */
  firstDays: OwnLimit.nullable(),
  /** The first unpaid day; null for a plan that needs no payment. */
  paidUntil: LocalDate.nullable(),
  /** The day on which an unpaid business is put on the free plan; null as above. */
  endsOn: LocalDate.nullable(),
  /**
   * Plans that can be paid for, cheapest first; includes the current one if another month of it can
   * be paid.
   */
  offers: z.array(Plan),
  /** False without a payment provider: nothing can be paid. */
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
 * The payload that verifies a payment. The verb rejects empty values of the provider, with the
 * errors of the catalogue. The address and the plan are optional, since the server knows them from
 * its order.
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
  summary: 'The plans with their prices, cheapest first, and whether payments are possible.',
  reply: z.strictObject({ plans: z.array(Plan), paymentsAvailable: z.boolean() }),
});

export const orderSignUp = endpoint({
  method: 'POST',
  path: '/api/payment-orders',
  access: 'public',
  summary:
    'Start a business on a paid plan: creates an order at the payment provider and answers ' +
    'the form for its page.',
  body: NewSignUpOrder,
  reply: Checkout,
  status: 201,
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'usage.read',
  summary: "The business's plan, until when it is paid, and the other plans.",
  reply: Subscription,
});

export const orderUpgrade = endpoint({
  method: 'POST',
  path: '/api/subscription/payment-orders',
  access: 'integrations.write',
  summary:
    "Order a month of a plan for the caller's business. Answers the form for the payment provider's page.",
  assurance: 'aal2-when-enrolled',
  body: z.strictObject({ plan: PlanId }),
  reply: Checkout,
  status: 201,
  // A payment may end a suspension; the verb refuses where it does not.
  whileSuspended: true,
});

export const returnFromCheckout = endpoint({
  method: 'POST',
  path: '/api/payment-return',
  access: 'public',
  summary: "The callback of the payment provider's page. Redirects with 303 to /payment-callback.",
  transport: 'form',
});

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  access: 'public',
  summary:
    'Verify a payment by its signature, its order and a request to the provider. Grants the plan, once.',
  body: PaymentProof,
  reply: z.strictObject({
    success: z.literal(true),
    message: z.string(),
    plan: z.string(),
    /** The email of the order, in any browser. */
    email: z.string(),
    /** The next step: a mailed link for a new business, the dashboard for an existing one. */
    next: z.enum(['link', 'dashboard', 'mail']),
  }),
});
export type VerifiedPayment = z.infer<NonNullable<typeof verifyPayment.reply>>;

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payment-webhook',
  access: 'public',
  summary:
    'Webhook of the payment provider, signed over the raw body. ' +
    'Events are stored first and applied after the answer.',
  transport: 'raw',
});
