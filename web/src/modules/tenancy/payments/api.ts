import {
  type Checkout,
  getSubscription,
  listPlans,
  type NewSignUpOrder,
  orderSignUp,
  orderUpgrade,
  type PaymentProof,
  type VerifiedPayment,
  verifyPayment,
} from '@samay/contract/tenancy/payments';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** The plans and their prices, readable without a session. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call(listPlans, { signal }),
  staleTime: 300_000,
});

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(getSubscription, { signal }),
});

/** The usage; its key begins with the bookings' key, so a new or moved booking refetches it. */
export const usageQuery = queryOptions({
  queryKey: ['appointments', 'usage'],
  queryFn: ({ signal }) => call(getUsage, { signal }),
});

/** Orders a plan for a sign-up. @throws ApiError */
export async function signUpCheckout(order: NewSignUpOrder): Promise<Checkout> {
  return call(orderSignUp, { body: order });
}

/** Orders an upgrade. @throws ApiError */
export async function upgradeCheckout(plan: string): Promise<Checkout> {
  return call(orderUpgrade, { body: { plan } });
}

/** Verifies a payment. Idempotent. @throws ApiError */
export async function verified(proof: PaymentProof): Promise<VerifiedPayment> {
  return call(verifyPayment, { body: proof });
}
