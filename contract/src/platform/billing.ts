import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { PlanId } from '../tenancy/plans.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';

/** A plan with the number of businesses that a change affects. */
export const Plan = z.strictObject({
  id: PlanId,
  name: z.string(),
  /** The number of bookings a month. */
  appointmentLimit: z.int(),
  monthlyPrice: Paise,
  /** The number of businesses on it now. */
  tenants: z.int(),
});
export type Plan = z.infer<typeof Plan>;

export const PlanTerms = z.strictObject({
  appointmentLimit: z
    .int('Please enter a whole number')
    .min(0, 'Please enter 0 or more')
    .max(1_000_000, 'At most 10,00,000, please'),
  monthlyPrice: Paise,
});
export type PlanTerms = z.infer<typeof PlanTerms>;

const page = {
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

export const SubscriptionLine = z.strictObject({
  id: Id,
  tenant: z.strictObject({ id: Id, name: z.string() }),
  planId: PlanId,
  status: z.enum(['active', 'ended']),
  cycleStart: LocalDate,
  createdAt: Instant,
});
export type SubscriptionLine = z.infer<typeof SubscriptionLine>;

export const listPlatformPlans = endpoint({
  method: 'GET',
  path: '/api/platform/plans',
  access: 'platform.manage',
  summary: 'The plans with their limits, prices and numbers of businesses.',
  reply: z.strictObject({ plans: z.array(Plan) }),
});

export const changePlanTerms = endpoint({
  method: 'PUT',
  path: '/api/platform/plans/:id',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary:
    "Change a plan's limit and price. The limit counts immediately for all businesses on " +
    'it; the price for what is bought from now on.',
  params: z.strictObject({ id: PlanId }),
  body: PlanTerms,
  reply: Plan,
});

export const listPlatformSubscriptions = endpoint({
  method: 'GET',
  path: '/api/platform/subscriptions',
  access: 'platform.manage',
  summary: 'Subscriptions of all businesses, newest first, paged by a cursor.',
  query: z.strictObject({ plan: PlanId.optional(), status: z.enum(['active', 'ended']).optional(), ...page }),
  reply: z.strictObject({ items: z.array(SubscriptionLine), next: z.string().nullable() }),
});

/**
 * An order at the payment provider. `reason`: why it was paid without granting a plan; a super
 * admin has to resolve it.
 */
export const PaymentLine = z.strictObject({
  id: Id,
  tenant: z.strictObject({ id: Id, name: z.string() }).nullable(),
  businessName: z.string().nullable(),
  email: z.string(),
  planId: PlanId,
  amount: z.int(),
  state: z.enum(['open', 'expired', 'paid', 'granted']),
  reason: z.string().nullable(),
  paymentId: z.string().nullable(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
});
export type PaymentLine = z.infer<typeof PaymentLine>;

export const listPlatformPayments = endpoint({
  method: 'GET',
  path: '/api/platform/payments',
  access: 'platform.manage',
  summary: 'Orders at the payment provider, newest first, paged by a cursor.',
  query: z.strictObject({ state: PaymentLine.shape.state.optional(), ...page }),
  reply: z.strictObject({ items: z.array(PaymentLine), next: z.string().nullable() }),
});

/**
 * A captured payment that fits no open order. It granted nothing; the payer was informed by email.
 */
export const UnplacedPayment = z.strictObject({
  id: Id,
  /** The business of its order, if the order has one. */
  tenant: z.strictObject({ id: Id, name: z.string() }).nullable(),
  /** The email of the order, otherwise the one that the payer gave to the provider. */
  email: z.string().nullable(),
  /** In the smallest unit of `currency`: paise. */
  amount: z.int(),
  /** The amount of its order in paise; null for an unknown order. */
  ordered: z.int().nullable(),
  currency: z.string(),
  reason: z.enum(['second_payment', 'other_amount', 'unknown_order']),
  paymentId: z.string(),
  orderId: z.string().nullable(),
  notedAt: Instant,
});
export type UnplacedPayment = z.infer<typeof UnplacedPayment>;

export const listUnplacedPayments = endpoint({
  method: 'GET',
  path: '/api/platform/unplaced-payments',
  access: 'platform.manage',
  summary: 'Captured payments that fit no open order, newest first, paged by a cursor.',
  query: z.strictObject(page),
  reply: z.strictObject({ items: z.array(UnplacedPayment), next: z.string().nullable() }),
});

/** Growth of the platform by period; the last period is the current one. */
export const Analytics = z.strictObject({
  periods: z.array(
    z.strictObject({
      /** The first day of the month or week (a Monday), and the last. */
      start: LocalDate,
      end: LocalDate,
      /** Businesses at the end of the period, and those created in it. */
      tenants: z.int(),
      newTenants: z.int(),
      /** Bookings dated in the period, of every status. */
      bookings: z.int(),
      /** Revenue of the businesses in paise, by their current plan; `none` without a plan. */
      revenue: z.record(z.enum([...PlanId.options, 'none']), z.int()),
    }),
  ),
});
export type Analytics = z.infer<typeof Analytics>;

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/api/platform/analytics',
  access: 'platform.manage',
  summary: 'Businesses, bookings and revenue by plan over the last twelve months or weeks.',
  query: z.strictObject({ by: z.enum(['month', 'week']).default('month') }),
  reply: Analytics,
});
