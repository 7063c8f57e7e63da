import { createHmac, randomUUID } from 'node:crypto';
import { type Checkout, orderSignUp, orderUpgrade, type PaymentProof, verifyPayment } from '@samay/contract/payments';
import { merchant } from '../../sandbox/src/payments-server.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { emailKey } from '../src/features/session/index.ts';
import type { testApp } from './app.ts';
import { type CashDesk, openCashDesk } from './cash-desk.ts';
import { Client } from './client.ts';
import { type PostOffice, postOffice } from './post-office.ts';

/** The app with a payment provider and a mail server beside it, and what a payer and the provider do. */
export interface Shop extends PostOffice {
  readonly desk: CashDesk;
  readonly nobody: Client;
  /** Orders a plan for a business to be. */
  order(email: string, plan?: string): Promise<Checkout>;
  orderAs(owner: Client, plan: string): Promise<Checkout>;
  /** Pays in the checkout; the proof that the browser would have verified. */
  pay(checkout: Checkout, choice?: string): Promise<PaymentProof>;
  verify(proof: PaymentProof): ReturnType<typeof answerOf>;
  /** Delivers an event as the provider does, with its signature or another one. */
  deliver(event: Delivered): Promise<{ status: number; code: string | undefined }>;
  /** What the provider signs for a payment of an order. */
  signatureOf(orderId: string, paymentId: string): string;
  rowOf(checkout: Checkout): ReturnType<typeof orderRow>;
  subscriptionsOf(tenantId: string): ReturnType<typeof subscriptionRows>;
}

export interface Delivered {
  readonly body: string;
  readonly eventId?: string;
  readonly secret?: string;
  readonly signature?: string;
}

export async function openShop({
  patienceMs = 10_000,
  ...options
}: Parameters<typeof testApp>[0] & { patienceMs?: number } = {}): Promise<Shop> {
  const desk = await openCashDesk({ patienceMs });
  const office = await postOffice({ ...options, parts: { payments: desk.provider, ...options.parts } });
  const nobody = new Client(office.app);
  return {
    ...office,
    desk,
    nobody,
    order: async (email, plan = 'premium') =>
      (await nobody.call(orderSignUp, { body: { email, businessName: 'Lakshmi Clinic', plan } })).body,
    orderAs: async (owner, plan) => (await owner.call(orderUpgrade, { body: { plan } })).body,
    pay: async (checkout, choice) => proofOf(office, checkout, await desk.pay(checkout, choice)),
    verify: (proof) => answerOf(nobody, proof),
    deliver: (event) => deliver(office, event),
    signatureOf: (orderId, paymentId) => createHmac('sha256', merchant.keySecret).update(`${orderId}|${paymentId}`).digest('hex'),
    rowOf: (checkout) => orderRow(office, checkout),
    subscriptionsOf: (tenantId) => subscriptionRows(office, tenantId),
    async close() {
      await office.close();
      await desk.close();
    },
  };
}

/** An event as the provider words it, about a payment of an order. */
export function eventBody(
  kind: string,
  payment: { id: string; orderId: string; amount?: number; status?: string; currency?: string },
): string {
  const { id, orderId, amount = 99_900, status = kind === 'payment.failed' ? 'failed' : 'captured', currency = 'INR' } = payment;
  const entity = { id, entity: 'payment', order_id: orderId, amount, currency, status, method: 'upi', email: 'someone@people.example' };
  return JSON.stringify({ entity: 'event', event: kind, contains: ['payment'], payload: { payment: { entity } }, created_at: 1 });
}

async function answerOf(nobody: Client, proof: PaymentProof) {
  return nobody.call(verifyPayment, { body: proof });
}

async function proofOf(office: PostOffice, checkout: Checkout, { fields }: { fields: Record<string, string> }): Promise<PaymentProof> {
  const order = await orderRow(office, checkout);
  return {
    razorpay_payment_id: fields['razorpay_payment_id'] ?? '',
    razorpay_order_id: fields['razorpay_order_id'] ?? '',
    razorpay_signature: fields['razorpay_signature'] ?? '',
    email: order.email,
    plan: order.plan_id,
  };
}

async function deliver({ app }: PostOffice, { body, eventId = randomUUID(), secret = merchant.webhookSecret, signature }: Delivered) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': signature ?? createHmac('sha256', secret).update(body).digest('hex'),
    },
    payload: body,
  });
  const code = answer.body ? answer.json<{ error?: { code: string } }>().error?.code : undefined;
  return { status: answer.statusCode, code };
}

async function orderRow(office: PostOffice, { fields }: Checkout) {
  return asPlatform(office, (tx) =>
    tx
      .selectFrom('payment_orders')
      .selectAll()
      .where('provider_order_id', '=', fields['order_id'] ?? '')
      .executeTakeFirstOrThrow(),
  );
}

async function subscriptionRows(office: PostOffice, tenantId: string) {
  return asPlatform(office, (tx) =>
    tx
      .selectFrom('subscriptions')
      .select(['plan_id', 'status', 'billing_cycle_start', 'billing_cycle_end', 'paid_until'])
      .where('tenant_id', '=', tenantId)
      .orderBy('billing_cycle_start')
      .orderBy('status', 'desc')
      .execute(),
  );
}

/** Every business that has this address on its profile. */
export async function tenantsOf(office: Pick<PostOffice, 'database'>, email: string) {
  return asPlatform(office, (tx) =>
    tx
      .selectFrom('business_profiles')
      .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
      .select(['tenants.id', 'name', 'status', 'deleted_at', 'onboarding_completed'])
      .where('email', '=', emailKey(email))
      .execute(),
  );
}

export async function membershipOf(office: Pick<PostOffice, 'database'>, email: string) {
  return asPlatform(office, (tx) =>
    tx
      .selectFrom('users')
      .leftJoin('memberships', 'memberships.user_id', 'users.id')
      .select(['users.id', 'tenant_id', 'role'])
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst(),
  );
}
