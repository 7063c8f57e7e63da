import { randomUUID } from 'node:crypto';
import { listUnplacedPayments } from '@samay/contract/platform/billing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import {
  eventBody,
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { runPaymentJob } from './reconcile.ts';
import { maskEmail } from '../../audit/index.ts';

// A payment that matches no open order is listed under Billing with its reason, and its payer is
// informed once.

const subject = 'Your payment to Samay has arrived, and we will be in touch';
let shop: AppWithPayments;
let admin: Client;
beforeAll(async () => {
  shop = await startAppWithPayments();
  admin = await signInAs(shop, null, 'SUPER_ADMIN');
});
afterAll(() => shop.close());
afterEach(() => {
  shop.desk.setMode('ok');
  shop.setNow(testNow);
});

describe('a captured payment that fits no open order', () => {
  it.each([
    ['a second one', { reason: 'second_payment', amount: 99_900, currency: 'INR' }, 'paid for before', true],
    [
      'one of another amount',
      { reason: 'other_amount', amount: 100, currency: 'INR' },
      'of ₹1 has arrived',
      false,
    ],
    [
      'one in another currency',
      { reason: 'other_amount', amount: 99_900, currency: 'USD' },
      'not the amount of the order',
      false,
    ],
  ] as const)(
    'is listed and mailed: %s [P-4.24]',
    async (_what, { reason, amount, currency }, told, isPaidBefore) => {
      const { email, orderId, paymentId } = await paid();
      if (isPaidBefore) await act(eventBody('payment.captured', { id: paymentId, orderId }));
      const id = newPayment();
      await act(eventBody('payment.captured', { id, orderId, amount, currency }));
      expect(await listed(id)).toMatchObject([
        { reason, amount, currency, ordered: 99_900, email: maskEmail(email), orderId },
      ]);
      const emails = (await shop.emailsTo(email)).filter((message) => message.subject === subject);
      expect(emails).toHaveLength(1);
      expect(emails[0]?.text).toContain(told);
      expect(emails[0]?.text).toContain('please do not pay again');
      expect(await listTenants(shop, email)).toHaveLength(isPaidBefore ? 1 : 0);
    },
  );

  it('is listed and mailed for an unknown order, to the address that the payer gave to the provider', async () => {
    const [id, email] = [newPayment(), `${randomUUID()}@people.example`];
    await act(
      eventBody('payment.captured', { id, orderId: 'order_00000000000000' }).replace(
        'someone@people.example',
        email,
      ),
    );
    expect(await listed(id)).toMatchObject([
      { reason: 'unknown_order', tenant: null, ordered: null, email: maskEmail(email) },
    ]);
    expect((await shop.emailsTo(email)).map((message) => message.subject)).toEqual([subject]);
    const unnamed = newPayment();
    await act(
      eventBody('payment.captured', { id: unnamed, orderId: 'order_0' }).replace(
        'someone@people.example',
        'void@razorpay.com',
      ),
    );
    expect(await listed(unnamed)).toMatchObject([{ reason: 'unknown_order', email: null }]);
    expect(await shop.emailsTo('void@razorpay.com')).toEqual([]);
  });

  it('is listed and mailed once, for every source and any number of reports [P-4.24]', async () => {
    shop.desk.setMode('paid-twice');
    const { email, checkout, orderId } = await paid();
    shop.desk.setMode('ok');
    shop.setNow(new Date(Date.parse(testNow) + 11 * 60_000).toISOString());
    await runPaymentJob(shop.dependencies);
    const { state, payment_id: counted } = await shop.toRow(checkout);
    expect(state).toBe('granted');
    const all = await shop.desk.provider.getPayments(orderId);
    const [surplus = ''] = all.map(({ id }) => id).filter((id) => id !== counted);
    expect(all).toHaveLength(2);
    expect(await listed(surplus)).toMatchObject([{ reason: 'second_payment', email: maskEmail(email) }]);
    for (let count = 0; count < 3; count += 1)
      await act(eventBody('payment.captured', { id: surplus, orderId }));
    const proof = {
      razorpay_payment_id: surplus,
      razorpay_order_id: orderId,
      razorpay_signature: shop.sign(orderId, surplus),
      email,
      plan: '',
    };
    const answers = await Promise.all(Array.from({ length: 3 }, () => shop.verify(proof)));
    const message = `Your payment has arrived. We have written to ${email} about how it goes on.`;
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { next: 'mail', message }]);
    expect(await listed(surplus)).toMatchObject([{ reason: 'second_payment', email: maskEmail(email) }]);
    expect((await shop.emailsTo(email)).filter((message) => message.subject === subject)).toHaveLength(1);
    const noted = await asPlatform(shop, (tx) =>
      tx.selectFrom('audit_log').select('action').where('object', '=', surplus).execute(),
    );
    expect(noted).toEqual([{ action: 'payment.unplaced' }]);
  });
});

/** Creates a sign-up that is paid and captured, but not reported to us yet. */
async function paid() {
  const email = `${randomUUID()}@people.example`;
  const checkout = await shop.order(email);
  const { razorpay_payment_id: paymentId, razorpay_order_id: orderId } = await shop.pay(checkout);
  return { email, checkout, paymentId, orderId };
}

/** Delivers an event and processes it. */
async function act(body: string): Promise<void> {
  expect((await shop.deliver({ body })).status).toBe(204);
  await runPaymentJob(shop.dependencies);
}

async function listed(paymentId: string) {
  const { body } = await admin.call(listUnplacedPayments, { query: { limit: 100 } });
  return body.items.filter((item) => item.paymentId === paymentId);
}

function newPayment(): string {
  return `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
}
