import { randomUUID } from 'node:crypto';
import type { Checkout, PaymentProof } from '@samay/contract/tenancy/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPaymentJob } from '../../src/modules/tenancy/payments/reconcile.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { testEngine } from '../fixtures/database.ts';
import {
  type Delivered,
  eventBody,
  startAppWithPayments,
  type AppWithPayments,
} from '../fixtures/third-parties/app-with-payments.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-12: a payment takes effect exactly once, whether by webhook or callback, however often and in
// any order they arrive.

const events = isFull ? 1000 : 60;
const forged = events / 10;
const dropped = isFull ? 50 : 6;

interface Paid {
  readonly email: string;
  readonly checkout: Checkout;
  readonly proof: PaymentProof;
}

let shop: AppWithPayments;
let paid: Paid[];
beforeAll(async () => {
  shop = await startAppWithPayments();
  shop.desk.setMode('no-webhook');
  paid = [];
  await inBatches(Array.from({ length: events + dropped }), async () => {
    paid.push(await pay());
  });
}, 600_000);
afterAll(() => shop.close());

describe('captured payments', () => {
  it(
    'create one business each, for any order and number of webhooks and callbacks [I-12]',
    { timeout: 600_000 },
    async () => {
      const notified = paid.slice(0, events);
      const unpaid = await Promise.all(Array.from({ length: forged }, () => shop.order(newAddress())));
      const deliveries = shuffled([...notified.flatMap(deliveriesOf), ...unpaid.map(forgeryOf)]);
      const callbacks = new Map(
        notified.map((payment, at) => [
          payment.proof.razorpay_payment_id,
          at % 20 === 0 ? 'after' : at % 4 === 0 ? 'at once' : 'never',
        ]),
      );
      let accepted = 0;
      let refused = 0;
      await inBatches(deliveries, async (delivery) => {
        const { status } = await shop.deliver(delivery);
        if (status === 204) accepted += 1;
        else refused += 1;
        const payment = notified.find(({ proof }) => delivery.body.includes(proof.razorpay_payment_id));
        if (payment && callbacks.get(payment.proof.razorpay_payment_id) === 'at once') await verify(payment);
      });
      for (const payment of notified.filter(
        ({ proof }) => callbacks.get(proof.razorpay_payment_id) === 'after',
      ))
        await verify(payment);
      await expect
        .poll(async () => getCount('open'), { timeout: 120_000, interval: 500 })
        .toBe(dropped + forged);

      expect([accepted, refused]).toEqual([events * 3, forged]);
      const violations = await countWrong(notified, unpaid);
      printInvariant({
        id: 'I-12',
        driver: testEngine,
        n: events,
        violations,
        deliveries: deliveries.length,
        forged,
        accepted: accepted - events * 3,
      });
      expect(violations).toBe(0);
    },
  );

  it('are found by polling the provider when no webhook arrived [I-12]', { timeout: 300_000 }, async () => {
    shop.setNow('2026-11-21T04:41:00.000Z');
    const lost = paid.slice(events);
    let recovered = 0;
    for (let round = 0; round < 2; round += 1) recovered += (await runPaymentJob(shop.dependencies)).granted;
    const violations = await countWrong(lost, []);
    printInvariant({
      id: 'I-12',
      driver: testEngine,
      n: lost.length,
      violations,
      recovered,
      what: 'webhooks that never arrived',
    });
    expect([recovered, violations]).toEqual([dropped, 0]);
  });
});

async function pay(): Promise<Paid> {
  const email = newAddress();
  const checkout = await shop.order(email);
  return { email, checkout, proof: await shop.pay(checkout) };
}

/** Makes three deliveries for one payment: one event twice, and another kind of event once. */
function deliveriesOf({ proof }: Paid): Delivered[] {
  const about = { id: proof.razorpay_payment_id, orderId: proof.razorpay_order_id };
  const captured = { body: eventBody('payment.captured', about), eventId: randomUUID() };
  return [captured, captured, { body: eventBody('order.paid', about), eventId: randomUUID() }];
}

/** Creates a forged event for an order, signed with a wrong secret. */
function forgeryOf({ fields }: Checkout): Delivered {
  return {
    body: eventBody('payment.captured', { id: `pay_${randomUUID()}`, orderId: fields['order_id'] ?? '' }),
    secret: 'guessed',
  };
}

async function verify({ proof }: Paid): Promise<void> {
  const { status, error } = await shop.verify(proof);
  if (status !== 200) throw new Error(`a genuine payment was refused: ${error?.code}`);
}

/**
 * Counts the payments without exactly one granted order and subscription, and the orders that a
 * forgery changed.
 */
async function countWrong(notified: readonly Paid[], unpaid: readonly Checkout[]): Promise<number> {
  const effects = await asPlatform(shop, async (tx) => {
    const orders = await tx
      .selectFrom('payment_orders')
      .select(['email', 'provider_order_id', 'state', 'payment_id'])
      .execute();
    const profiles = Map.groupBy(
      await tx.selectFrom('business_profiles').select(['tenant_id', 'email']).execute(),
      ({ email }) => email,
    );
    const plans = Map.groupBy(
      await tx.selectFrom('subscriptions').select(['id', 'tenant_id']).execute(),
      (plan) => plan.tenant_id,
    );
    return orders.flatMap((order) => {
      const subscriptions = (profiles.get(order.email) ?? []).flatMap(
        (profile) => plans.get(profile.tenant_id) ?? [],
      );
      const ids = subscriptions.length === 0 ? [null] : subscriptions.map(({ id }) => id);
      return ids.map((subscription) => ({ ...order, subscription }));
    });
  });
  return (
    notified.filter((payment) => !isRight(payment)).length +
    unpaid.filter((order) => !isUntouched(order)).length
  );

  function isRight({ email, proof }: Paid): boolean {
    const own = effects.filter((row) => row.email === email);
    const [only] = own;
    return (
      own.length === 1 &&
      only?.state === 'granted' &&
      only.payment_id === proof.razorpay_payment_id &&
      only.subscription !== null
    );
  }

  function isUntouched({ fields }: Checkout): boolean {
    const own = effects.filter((row) => row.provider_order_id === fields['order_id']);
    return own.length === 1 && own[0]?.state === 'open' && own[0].subscription === null;
  }
}

async function getCount(state: 'open'): Promise<number> {
  const rows = await asPlatform(shop, (tx) =>
    tx.selectFrom('payment_orders').select('id').where('state', '=', state).execute(),
  );
  return rows.length;
}

async function inBatches<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 20) await Promise.all(all.slice(at, at + 20).map(act));
}

/** Returns the list in a random order. */
function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one);
}

function newAddress(): string {
  return `${randomUUID()}@people.example`;
}
