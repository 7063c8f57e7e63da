import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Razorpay from 'razorpay';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeNow, listen } from '../party/listen.ts';
import { businessMerchants, startPaymentsServer } from './server.ts';

const [turf, clinic] = businessMerchants;

let payments: Awaited<ReturnType<typeof startPaymentsServer>>;
let shop: ReturnType<typeof createServer>;
let address: string;
let received: { readonly signature: unknown; readonly body: string }[];

beforeEach(async () => {
  received = [];
  shop = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ signature: request.headers['x-razorpay-signature'], body });
      response.writeHead(204).end();
    });
  });
  address = `http://127.0.0.1:${await listen(shop, 0)}/events`;
  payments = await startPaymentsServer(0);
});

afterEach(async () => {
  await payments.close();
  await closeNow(shop);
});

test('the client that the provider publishes orders, captures by hand, refunds and reads [P-4.50]', async () => {
  const client = openClient(turf);
  const order = await client.orders.create({
    amount: 50_000,
    currency: 'INR',
    receipt: 'court-1',
    payment: { capture: 'manual', capture_options: { manual_expiry_period: 30, refund_speed: 'normal' } },
  } as Parameters<typeof client.orders.create>[0]);
  const id = await pay(turf.keyId, order.id);
  expect(await client.payments.fetch(id)).toMatchObject({ status: 'authorized', captured: false });
  await expect(client.payments.capture(id, 40_000, 'INR')).rejects.toMatchObject({ statusCode: 400 });
  expect(await client.payments.capture(id, 50_000, 'INR')).toMatchObject({ status: 'captured' });
  await expect(client.payments.capture(id, 50_000, 'INR')).rejects.toMatchObject({
    error: { description: 'This payment has already been captured' },
  });
  const refund = await client.payments.refund(id, { amount: 20_000, speed: 'normal', receipt: 'r-1' });
  expect(refund).toMatchObject({ entity: 'refund', amount: 20_000, payment_id: id, status: 'processed' });
  expect(await client.payments.fetchMultipleRefund(id, {})).toMatchObject({
    count: 1,
    items: [{ id: refund.id }],
  });
  expect(await client.payments.fetch(id)).toMatchObject({
    amount_refunded: 20_000,
    refund_status: 'partial',
  });
  await expect(client.payments.refund(id, { amount: 30_001 })).rejects.toMatchObject({ statusCode: 400 });
  await client.payments.refund(id, { amount: 30_000 });
  expect(await client.payments.fetch(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
});

test('a merchant sees no order of another, and its events go to its own address under its own secret [P-4.50]', async () => {
  await setWebhook(turf.keyId, 'turf-secret');
  const { id: orderId } = await openClient(turf).orders.create({ amount: 50_000, currency: 'INR' });
  const id = await pay(turf.keyId, orderId);
  await expect(openClient(clinic).payments.fetch(id)).rejects.toMatchObject({ statusCode: 400 });
  await expect(openClient(clinic).orders.fetch(orderId)).rejects.toMatchObject({ statusCode: 400 });
  expect(await checkout(clinic.keyId, orderId)).toBe(400);
  const wrong = openClient({ ...turf, keySecret: 'another' });
  await expect(wrong.payments.all({ count: 1 })).rejects.toMatchObject({ statusCode: 401 });
  await expect.poll(kinds).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  for (const { signature, body } of received) {
    expect(signature).toBe(createHmac('sha256', 'turf-secret').update(body).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({ account_id: turf.accountId });
  }
  expect(await (await fetch(`${payments.party.address}/merchants`)).text()).toContain(id);
  expect(payments.accounts.map(({ ledger }) => ledger.payments.length)).toEqual([0, 1, 0]);
});

test('what is not captured in time goes back, and the merchant is told [P-4.50]', async () => {
  await setWebhook(turf.keyId, 'turf-secret');
  const id = await payHeld();
  await post('/merchants/lapse', { key_id: turf.keyId });
  expect(await openClient(turf).payments.fetch(id)).toMatchObject({ status: 'refunded', captured: false });
  await expect(openClient(turf).payments.capture(id, 50_000, 'INR')).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect.poll(kinds).toEqual(['payment.authorized', 'refund.processed']);
});

test('a repeated refund is one, and modes let it wait, fail, or be refused [P-4.50]', async () => {
  await setWebhook(turf.keyId, 'turf-secret');
  payments.party.setMode('captures-itself');
  const id = await payHeld();
  const first = await refund(id, 20_000, 'refund-key-1');
  expect(await refund(id, 20_000, 'refund-key-1')).toEqual(first);
  expect((await refund(id, 10_000, 'refund-key-1')).status).toBe(400);
  expect((await refund(id, 10_000, 'short')).status).toBe(400);
  payments.party.setMode('no-balance');
  expect(await refund(id, 10_000, 'refund-key-2')).toMatchObject({
    status: 400,
    body: { error: { description: expect.stringContaining('balance') } },
  });
  payments.party.setMode('refund-fails');
  expect(await refund(id, 30_000, 'refund-key-3')).toMatchObject({
    status: 200,
    body: { status: 'pending' },
  });
  await expect.poll(kinds).toContain('refund.failed');
  expect(await openClient(turf).payments.fetch(id)).toMatchObject({
    status: 'captured',
    amount_refunded: 20_000,
  });
  payments.party.setMode('refund-pending');
  await refund(id, 30_000, 'refund-key-4');
  await expect
    .poll(async () => openClient(turf).payments.fetch(id))
    .toMatchObject({ status: 'refunded', amount_refunded: 50_000 });
});

test('an order with a capture that the provider does not have is refused [P-4.50]', async () => {
  const { orders } = openClient(turf);
  for (const payment of [
    { capture: 'later' },
    { capture: 'manual', capture_options: { manual_expiry_period: 11, refund_speed: 'normal' } },
    { capture: 'manual', capture_options: { manual_expiry_period: 7201, refund_speed: 'normal' } },
    { capture: 'manual', capture_options: { manual_expiry_period: 30 } },
  ])
    await expect(
      orders.create({ amount: 50_000, currency: 'INR', payment } as Parameters<typeof orders.create>[0]),
    ).rejects.toMatchObject({ statusCode: 400 });
});

/** Opens the client that the provider publishes, with the sandbox's address in the place of its own. */
function openClient({ keyId, keySecret }: { readonly keyId: string; readonly keySecret: string }) {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { api } = client as unknown as { api: { rq: { defaults: { baseURL: string } } } };
  api.rq.defaults.baseURL = payments.party.address;
  return client;
}

function kinds(): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { event: string }).event).toSorted();
}

/** Pays an order whose payment its merchant captures. */
async function payHeld(): Promise<string> {
  const { orders } = openClient(turf);
  const order = await orders.create({
    amount: 50_000,
    currency: 'INR',
    payment: { capture: 'manual', capture_options: { manual_expiry_period: 30, refund_speed: 'normal' } },
  } as Parameters<typeof orders.create>[0]);
  return pay(turf.keyId, order.id);
}

async function pay(keyId: string, orderId: string): Promise<string> {
  expect(await checkout(keyId, orderId)).toBe(200);
  const response = await post('/v1/checkout/choice', {
    order_id: orderId,
    contact: '9820011223',
    callback_url: 'https://shop.example/return',
    choice: 'pay:upi',
  });
  return /name="razorpay_payment_id" value="([^"]*)"/.exec(await response.text())?.[1] ?? '';
}

async function checkout(keyId: string, orderId: string): Promise<number> {
  return (await post('/v1/checkout/embedded', { key_id: keyId, order_id: orderId })).status;
}

async function setWebhook(keyId: string, secret: string): Promise<void> {
  await post('/merchants/webhook', { key_id: keyId, address, secret });
}

async function post(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${payments.party.address}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
}

async function refund(id: string, amount: number, key: string) {
  const authorization = `Basic ${Buffer.from(`${turf.keyId}:${turf.keySecret}`).toString('base64')}`;
  const response = await fetch(`${payments.party.address}/v1/payments/${id}/refund`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-refund-idempotency': key },
    body: JSON.stringify({ amount }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
