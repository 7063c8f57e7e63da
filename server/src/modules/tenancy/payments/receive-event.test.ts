import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../../../db/tenant.ts';
import { testApp } from '../../../../test/fixtures/app.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import {
  eventBody,
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { runPaymentJob } from './reconcile.ts';

// An event is accepted by its signature over the raw bytes, counts once by its id, and may
// come in any order.

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments();
});
afterAll(() => shop.close());

it('stores the event, answers 204, and grants afterwards, although the browser never returned [P-4.19]', async () => {
  const { email, checkout, body } = await captured();
  expect(await shop.deliver({ body })).toEqual({ status: 204, code: undefined });
  await expect.poll(async () => (await shop.toRow(checkout)).state).toBe('granted');
  expect(await listTenants(shop, email)).toHaveLength(1);
  await expect.poll(async () => (await eventsWith(body)).map(({ outcome }) => outcome)).toEqual(['granted']);
});

it('accepts an event once by its id, and a payment once by any event [T-4.2]', async () => {
  const { email, body, paymentId, orderId } = await captured();
  const eventId = randomUUID();
  for (let count = 0; count < 3; count += 1) expect((await shop.deliver({ body, eventId })).status).toBe(204);
  expect((await shop.deliver({ body: eventBody('order.paid', { id: paymentId, orderId }) })).status).toBe(
    204,
  );
  await runPaymentJob(shop.dependencies);
  expect(await listTenants(shop, email)).toHaveLength(1);
  expect(await eventsWith(body)).toHaveLength(1);
  expect(await shop.emailsTo(email)).toHaveLength(1);
});

it('accepts both secrets while one replaces the other [T-4.2]', async () => {
  const { checkout, body } = await captured();
  expect((await shop.deliver({ body, secret: 'the-secret-before' })).status).toBe(204);
  await expect.poll(async () => (await shop.toRow(checkout)).state).toBe('granted');
});

describe('is rejected, and nothing is stored, for [T-4.2]', () => {
  const forgeries: Record<string, (body: string) => Parameters<AppWithPayments['deliver']>[0]> = {
    'another secret': (body) => ({ body, secret: 'guessed' }),
    'no signature': (body) => ({ body, signature: '' }),
    'a signature of other bytes': (body) => ({ body: `${body} `, signature: '0'.repeat(64) }),
    'no event id': (body) => ({ body, eventId: '' }),
    'an event id that is none': (body) => ({ body, eventId: 'x'.repeat(300) }),
  };
  it.each(Object.entries(forgeries))('%s', async (_what, forge) => {
    const { body } = await captured();
    const before = await snapshot(shop, { withBookkeeping: true });
    expect(await shop.deliver(forge(body))).toEqual({ status: 409, code: 'payment.not_verified' });
    expect(await snapshot(shop, { withBookkeeping: true })).toBe(before);
  });
});

describe('grants nothing for', () => {
  it.each([
    ['a failed payment', { status: 'failed' }, 'ignored'],
    ['money that is held and not taken', { status: 'authorized' }, 'ignored'],
  ])('%s', async (_what, other, outcome) => {
    const { checkout, paymentId, orderId } = await captured();
    const body = eventBody('payment.captured', { id: paymentId, orderId, ...other });
    expect((await shop.deliver({ body })).status).toBe(204);
    await expect.poll(async () => (await eventsWith(body)).map((event) => event.outcome)).toEqual([outcome]);
    expect((await shop.toRow(checkout)).state).toBe('open');
  });

  it.each([
    ['an event about nothing', JSON.stringify({ event: 'invoice.paid', payload: {} }), 'ignored'],
    ['bytes that are no JSON', 'not json', 'unreadable'],
    ['JSON that is no event', '[]', 'unreadable'],
  ])('%s', async (_what, body, outcome) => {
    expect((await shop.deliver({ body })).status).toBe(204);
    await expect.poll(async () => (await eventsWith(body)).map((event) => event.outcome)).toEqual([outcome]);
  });
});

it('is processed by a job if the process ended before', async () => {
  const { checkout, body } = await captured();
  const row = {
    event_id: randomUUID(),
    kind: 'payment.captured',
    body,
    received_at: shop.dependencies.clock(),
    processed_at: null,
    outcome: null,
  };
  await asPlatform(shop, (tx) => tx.insertInto('payment_events').values(row).execute());
  expect((await runPaymentJob(shop.dependencies)).processed).toBeGreaterThan(0);
  expect((await shop.toRow(checkout)).state).toBe('granted');
});

it('is deleted 180 days after it was processed', async () => {
  const { checkout, body } = await captured();
  await shop.deliver({ body });
  await expect.poll(async () => (await shop.toRow(checkout)).state).toBe('granted');
  await runPaymentJob(shop.dependencies);
  expect(await eventsWith(body)).toHaveLength(1);
  shop.setNow('2027-05-20T04:30:00.001Z');
  await runPaymentJob(shop.dependencies);
  expect(await eventsWith(body)).toHaveLength(0);
  shop.setNow('2026-11-21T04:30:00.000Z');
});

it('is rejected without a provider', async () => {
  const bare = await testApp();
  const answer = await bare.app.inject({
    method: 'POST',
    url: '/api/payment-webhook',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.json()).toMatchObject({ error: { code: 'payment.not_available' } });
  await bare.close();
});

/** Creates a sign-up that is paid and captured, but not reported to us yet. */
async function captured() {
  const email = `${randomUUID()}@people.example`;
  const checkout = await shop.order(email);
  const { razorpay_payment_id: paymentId, razorpay_order_id: orderId } = await shop.pay(checkout);
  return {
    email,
    checkout,
    paymentId,
    orderId,
    body: eventBody('payment.captured', { id: paymentId, orderId }),
  };
}

async function eventsWith(body: string) {
  return asPlatform(shop, (tx) =>
    tx.selectFrom('payment_events').selectAll().where('body', '=', body).execute(),
  );
}
