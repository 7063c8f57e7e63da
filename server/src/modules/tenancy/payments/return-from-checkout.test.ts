import { afterAll, beforeAll, expect, it } from 'vitest';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import {
  startAppWithPayments,
  type AppWithPayments,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';

// The hosted checkout's page posts a form to us from another site.

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments();
});
afterAll(() => shop.close());

it('redirects the browser to the callback page with the proof and the plan, and decides nothing [P-4.13]', async () => {
  const checkout = await shop.order('back@people.example', 'enterprise');
  const { address, fields } = await shop.desk.pay(checkout);
  expect(address).toBe(`${shop.dependencies.settings.publicUrl}/api/payment-return`);
  const before = await snapshot(shop, { withBookkeeping: true });
  const answer = await post(fields);
  expect(answer.statusCode).toBe(303);
  const to = new URL(String(answer.headers['location']), 'https://samay.example');
  expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
    '/payment-callback',
    { ...fields, 'notes[plan]': 'enterprise' },
  ]);
  expect(await snapshot(shop, { withBookkeeping: true })).toBe(before);
});

it('reports a failed payment if the provider does', async () => {
  const { fields } = await shop.desk.pay(await shop.order('declined@people.example'), 'fail:card');
  expect(fields['error[code]']).toBe('BAD_REQUEST_ERROR');
  expect((await post(fields)).headers['location']).toBe('/payment-callback?error=payment_failed');
});

it.each([
  ['a made-up order', { razorpay_order_id: 'order_1' }],
  ['a made-up payment', { razorpay_payment_id: 'pay_1' }],
  ['a signature of its own', { razorpay_signature: 'f'.repeat(64) }],
])('does not forward %s', async (_what, forged) => {
  const { fields } = await shop.desk.pay(await shop.order('forged@people.example'));
  expect((await post({ ...fields, ...forged })).headers['location']).toBe(
    '/payment-callback?error=not_verified',
  );
});

it('accepts forms only, with the usual size limit', async () => {
  const json = await shop.app.inject({
    method: 'POST',
    url: '/api/payment-return',
    payload: { razorpay_payment_id: 'pay_1' },
  });
  expect(json.statusCode).toBe(415);
  expect((await post({ more: 'x'.repeat(300_000) })).statusCode).toBe(413);
  expect((await post({})).headers['location']).toBe('/payment-callback?error=payment_failed');
});

async function post(fields: Record<string, string>) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/payment-return',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.desk.apiUrl },
    payload: new URLSearchParams(fields).toString(),
  });
}
