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

/** What is for sale, for everyone to see. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call(listPlans, { signal }),
  staleTime: 300_000,
});

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(getSubscription, { signal }),
});

/** Under the bookings' key: a booking made or moved has it asked again. */
export const usageQuery = queryOptions({
  queryKey: ['appointments', 'usage'],
  queryFn: ({ signal }) => call(getUsage, { signal }),
});

/** @throws ApiError */
export async function signUpCheckout(order: NewSignUpOrder): Promise<Checkout> {
  return call(orderSignUp, { body: order });
}

/** @throws ApiError */
export async function upgradeCheckout(plan: string): Promise<Checkout> {
  return call(orderUpgrade, { body: { plan } });
}

/** Gives the same answer however often it is asked. @throws ApiError */
export async function verified(proof: PaymentProof): Promise<VerifiedPayment> {
  return call(verifyPayment, { body: proof });
}
