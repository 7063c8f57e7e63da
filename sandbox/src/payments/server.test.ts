import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeNow, listen } from '../party/listen.ts';
import { merchant, startPaymentsServer } from './server.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let payments: Awaited<ReturnType<typeof startPaymentsServer>>;
let shop: ReturnType<typeof createServer>;
let received: Received[];
let refusals: number;

beforeEach(async () => {
  received = [];
  refusals = 0;
  shop = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      refusals -= 1;
      response.writeHead(refusals >= 0 ? 500 : 204).end();
    });
  });
  const port = await listen(shop, 0);
  payments = await startPaymentsServer(0, { webhookAddress: `http://127.0.0.1:${port}/webhook` });
});

afterEach(async () => {
  await payments.close();
  await closeNow(shop);
});

const authorization = `Basic ${Buffer.from(`${merchant.keyId}:${merchant.keySecret}`).toString('base64')}`;

test('an order is created and found with the key, and not without it', async () => {
  const order = await makeOrder();
  expect(order).toMatchObject({
    entity: 'order',
    amount: 99900,
    amount_paid: 0,
    currency: 'INR',
    receipt: 'r-1',
    status: 'created',
  });
  expect(order.id).toMatch(/^order_\w{14}$/);
  expect(await get(`/v1/orders/${order.id}`)).toEqual({ status: 200, body: order });
  expect(await get(`/v1/orders/${order.id}/payments`)).toEqual({
    status: 200,
    body: { entity: 'collection', count: 0, items: [] },
  });
  expect((await get('/v1/orders/order_unknown')).status).toBe(400);
  expect((await fetch(`${payments.party.address}/v1/orders/${order.id}`)).status).toBe(401);
});

test.each([{ amount: 99 }, { amount: 99.5 }, { amount: '99900' }, { currency: 'USD' }])(
  'an order of %j is refused',
  async (wrong) => {
    expect((await ask('/v1/orders', { amount: 99900, currency: 'INR', ...wrong })).status).toBe(400);
  },
);

test('paying gives the browser a proof, the merchant a signed webhook, and the API the captured payment [P-4.34]', async () => {
  const order = await makeOrder();
  const page = await choose(order.id, 'pay:upi');
  const [paymentId, signature] = [
    readField(page, 'razorpay_payment_id'),
    readField(page, 'razorpay_signature'),
  ];
  expect(page).toContain('action="https://shop.example/return"');
  expect(signature).toBe(
    createHmac('sha256', merchant.keySecret).update(`${order.id}|${paymentId}`).digest('hex'),
  );
  expect((await get(`/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'captured',
    order_id: order.id,
    method: 'upi',
  });
  await expect.poll(kinds).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  for (const { headers, body } of received) {
    expect(headers['x-razorpay-signature']).toBe(
      createHmac('sha256', merchant.webhookSecret).update(body).digest('hex'),
    );
    expect(headers['x-razorpay-event-id']).toMatch(/^[\w-]{36}$/);
  }
  expect((await embedded(order.id)).page).toContain('paid already');
});

test('a declined payment posts the error back, and the order can be paid again', async () => {
  const order = await makeOrder();
  const page = await choose(order.id, 'fail:card');
  expect(page).toContain('name="error[code]"');
  expect(page).not.toContain('razorpay_signature');
  await expect.poll(kinds).toEqual(['payment.failed']);
  expect(readField(await choose(order.id, 'pay:card'), 'razorpay_payment_id')).toMatch(/^pay_\w{14}$/);
});

test('a payer who does not return has paid nevertheless', async () => {
  const order = await makeOrder();
  expect(await choose(order.id, 'vanish:upi')).not.toContain('shop.example');
  expect((await get(`/v1/orders/${order.id}`)).body).toMatchObject({ status: 'paid', amount_paid: 99900 });
});

test('a webhook comes again under the same id until it is taken [P-4.34]', async () => {
  refusals = 2;
  await choose((await makeOrder()).id, 'fail:card');
  await expect.poll(() => received.length).toBe(3);
  expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
});

test('modes: no webhook, three of each, and the money held for a while', async () => {
  payments.party.setMode('no-webhook');
  await choose((await makeOrder()).id, 'pay:upi');
  payments.party.setMode('duplicate-webhook');
  await choose((await makeOrder()).id, 'fail:card');
  await expect.poll(() => received.length).toBe(3);
  expect(new Set(kinds())).toEqual(new Set(['payment.failed']));
  payments.party.setMode('late-capture');
  const held = readField(await choose((await makeOrder()).id, 'pay:upi'), 'razorpay_payment_id');
  expect((await get(`/v1/payments/${held}`)).body).toMatchObject({ status: 'authorized' });
  await expect
    .poll(async () => (await get(`/v1/payments/${held}`)).body)
    .toMatchObject({ status: 'captured' });
});

test('modes: down breaks off, refuse answers 400, nonsense answers no JSON [P-4.34]', async () => {
  payments.party.setMode('down');
  await expect(get('/v1/orders/x')).rejects.toThrow();
  payments.party.setMode('refuse');
  expect((await ask('/v1/orders', { amount: 99900, currency: 'INR' })).status).toBe(400);
  payments.party.setMode('nonsense');
  await expect(get('/v1/orders/x')).rejects.toThrow(SyntaxError);
});

test('what the shop sends shows as text on the checkout and never as markup', async () => {
  const { page } = await embedded((await makeOrder()).id, '"><script>alert(1)</script>');
  expect(page).not.toContain('<script>');
});

function kinds(): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { event: string }).event).toSorted();
}

async function makeOrder(): Promise<{ id: string }> {
  const { body } = await ask('/v1/orders', {
    amount: 99900,
    currency: 'INR',
    receipt: 'r-1',
    notes: { plan: 'premium' },
  });
  return body as { id: string };
}

async function ask(path: string, body: object) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${payments.party.address}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function get(path: string) {
  const response = await fetch(`${payments.party.address}${path}`, { headers: { authorization } });
  return { status: response.status, body: await response.json() };
}

async function embedded(orderId: string, name = 'Samay') {
  const fields = {
    key_id: merchant.keyId,
    order_id: orderId,
    name,
    callback_url: 'https://shop.example/return',
    cancel_url: 'https://shop.example/',
  };
  const response = await fetch(`${payments.party.address}/v1/checkout/embedded`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, page: await response.text() };
}

async function choose(orderId: string, choice: string): Promise<string> {
  const fields = { order_id: orderId, callback_url: 'https://shop.example/return', choice };
  const response = await fetch(`${payments.party.address}/v1/checkout/choice`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return response.text();
}

function readField(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
}
