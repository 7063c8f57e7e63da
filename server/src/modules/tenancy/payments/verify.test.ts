import { createHmac } from 'node:crypto';
import { verifyPayment } from '@samay/contract/tenancy/payments';
import { setPassword } from '@samay/contract/identity/passwords';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import {
  findMembership,
  startAppWithPayments,
  type AppWithPayments,
  listTenants,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments({ timeoutMs: 3000 });
});
afterAll(() => shop.close());
afterEach(() => shop.desk.setMode('ok'));

describe('a sign-up that was paid for', () => {
  it('creates the business with its paid month, and mails the link to claim it [P-4.12, P-4.18]', async () => {
    const email = 'anita@people.example';
    const checkout = await shop.order(email);
    const verified = await shop.verify(await shop.pay(checkout));
    expect([verified.status, verified.body]).toEqual([
      200,
      {
        success: true,
        message: 'Payment successful! You are now registered as a Business Admin with the Premium plan.',
        plan: 'premium',
        email,
        next: 'link',
      },
    ]);
    const [tenant] = await listTenants(shop, email);
    expect(tenant).toMatchObject({ name: 'Lakshmi Clinic', status: 'active', onboarding_completed: false });
    expect(await shop.subscriptionsOf(tenant?.id ?? '')).toEqual([
      {
        plan_id: 'premium',
        status: 'active',
        billing_cycle_start: '2026-11-21',
        billing_cycle_end: '2026-12-21',
        paid_until: '2026-12-21',
      },
    ]);
    expect(await shop.toRow(checkout)).toMatchObject({
      state: 'granted',
      tenant_id: tenant?.id,
      claimed_at: null,
    });
    expect(await readAudit(shop, verified.headers['x-request-id'])).toMatchObject([
      { tenant_id: tenant?.id, action: 'payment.granted' },
    ]);
    expect(await findMembership(shop, email)).toBeUndefined();

    const link = await shop.linkTo(email);
    expect((await shop.nobody.call(setPassword, { body: { link, password: 'correct horse' } })).status).toBe(
      204,
    );
    expect(await findMembership(shop, email)).toMatchObject({
      tenant_id: tenant?.id,
      role: 'BUSINESS_ADMIN',
    });
    expect((await shop.toRow(checkout)).claimed_at).not.toBeNull();
  });

  it('works in another browser, which has neither address nor plan, and returns the address [P-4.16]', async () => {
    const email = 'upi@people.example';
    const checkout = await shop.order(email);
    const { email: _email, plan: _plan, ...proof } = await shop.pay(checkout);
    const { status, body } = await shop.nobody.send(verifyPayment, { body: proof });
    expect([status, body]).toMatchObject([200, { success: true, plan: 'premium', email, next: 'link' }]);
    expect((await shop.toRow(checkout)).state).toBe('granted');
  });

  it('has the same answer again and grants once, also for twenty concurrent calls [I-12]', async () => {
    const email = 'again@people.example';
    const checkout = await shop.order(email);
    const proof = await shop.pay(checkout);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.verify(proof)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await listTenants(shop, email)).toHaveLength(1);
    expect(await shop.emailsTo(email)).toHaveLength(1);
  });

  it('waits for the capture, and is not lost while the provider is unreachable [P-4.19]', async () => {
    shop.desk.setMode('late-capture');
    const checkout = await shop.order('patient@people.example');
    const proof = await shop.pay(checkout);
    expect((await shop.verify(proof)).error).toMatchObject({ code: 'payment.unconfirmed' });
    for (const mode of ['down', 'nonsense', 'slow']) {
      shop.desk.setMode(mode);
      const refused = await shop.verify(proof);
      expect([refused.status, refused.error?.code]).toEqual([409, 'payment.unconfirmed']);
      expect((await shop.toRow(checkout)).state).toBe('open');
    }
    shop.desk.setMode('ok');
    await expect
      .poll(async () => (await shop.verify(proof)).status, { timeout: 8000, interval: 500 })
      .toBe(200);
  });
});

describe('an upgrade that was paid for', () => {
  it('ends the old subscription and starts the new one today', async () => {
    const tenant = await buildTenant(shop);
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const verified = await shop.verify(await shop.pay(await shop.orderAs(owner, 'premium'), 'pay:card'));
    expect(verified.body).toEqual({
      success: true,
      message: 'Payment successful! Your business now has the Premium plan.',
      plan: 'premium',
      email: owner.identity?.email,
      next: 'dashboard',
    });
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([
      { plan_id: 'basic', status: 'ended' },
      { plan_id: 'premium', status: 'active', billing_cycle_start: '2026-11-21', paid_until: '2026-12-21' },
    ]);
  });

  it('adds a month to the plan that is paid already', async () => {
    const tenant = await buildTenant(shop, {
      plan: 'premium',
      cycleStart: '2026-10-31',
      paidUntil: '2026-11-30',
    });
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    expect((await shop.verify(await shop.pay(await shop.orderAs(owner, 'premium')))).status).toBe(200);
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([
      { plan_id: 'premium', status: 'active', billing_cycle_start: '2026-10-31', paid_until: '2026-12-31' },
    ]);
  });
});

describe('a forged or foreign payment', () => {
  it('is rejected in all twenty forms, and grants nothing [T-4.1]', async () => {
    const tenant = await buildTenant(shop);
    const owner = await signInAs(shop, tenant, 'BUSINESS_OWNER');
    const open = await shop.order('victim@people.example', 'enterprise');
    const unpaid = { ...(await proofOfFailed(open)), email: 'victim@people.example', plan: 'enterprise' };
    const cheap = await shop.pay(await shop.order('cheap@people.example', 'premium'));
    const another = await shop.pay(await shop.orderAs(owner, 'premium'));
    const granted = await shop.pay(await shop.order('granted@people.example'));
    expect((await shop.verify(granted)).status).toBe(200);
    const tries: Record<string, object> = {
      'no payment id': { ...cheap, razorpay_payment_id: '' },
      'no order id': { ...cheap, razorpay_order_id: '' },
      'no signature': { ...cheap, razorpay_signature: '' },
      'no provider fields': {
        ...cheap,
        razorpay_payment_id: '',
        razorpay_order_id: '',
        razorpay_signature: '',
      },
      'a signature of the two the other way round': {
        ...cheap,
        razorpay_signature: signed(`${cheap.razorpay_payment_id}|${cheap.razorpay_order_id}`),
      },
      "a signature by the webhooks' secret": {
        ...cheap,
        razorpay_signature: signed(
          `${cheap.razorpay_order_id}|${cheap.razorpay_payment_id}`,
          'sandbox-webhook-secret',
        ),
      },
      'nothing at all': {
        razorpay_payment_id: '',
        razorpay_order_id: '',
        razorpay_signature: '',
        email: '',
        plan: '',
      },
      'test values': {
        ...cheap,
        razorpay_payment_id: 'test_payment_id',
        razorpay_order_id: 'test_order_id',
        razorpay_signature: 'test_signature',
      },
      'a made-up payment': { ...cheap, razorpay_payment_id: 'pay_00000000000000' },
      'a made-up order': { ...cheap, razorpay_order_id: 'order_00000000000000' },
      'a signature of zeros': { ...cheap, razorpay_signature: '0'.repeat(64) },
      'a signature cut short': { ...cheap, razorpay_signature: cheap.razorpay_signature.slice(0, 63) },
      'a signature with more after it': { ...cheap, razorpay_signature: `${cheap.razorpay_signature}00` },
      "another order's signature": { ...cheap, razorpay_signature: another.razorpay_signature },
      "another order's payment": {
        ...unpaid,
        razorpay_payment_id: cheap.razorpay_payment_id,
        razorpay_signature: signed(`${unpaid.razorpay_order_id}|${cheap.razorpay_payment_id}`),
      },
      'a cheaper payment for a dearer plan': { ...cheap, plan: 'enterprise' },
      "a payment under another's address": { ...cheap, email: 'thief@people.example' },
      "another business's order as one's own": { ...another, email: 'thief@people.example' },
      'a granted payment for another order': { ...granted, razorpay_order_id: cheap.razorpay_order_id },
      'a payment that the bank declined': unpaid,
    };
    const answers: [string, number, string | undefined][] = [];
    for (const [what, body] of Object.entries(tries)) {
      const { status, error } = await shop.nobody.send(verifyPayment, { body });
      answers.push([what, status, error?.message]);
    }
    expect(answers).toHaveLength(20);
    expect(answers).toEqual(
      Object.keys(tries).map((what) =>
        what === 'nothing at all'
          ? [what, 400, 'Email information not found. Please try again or contact support.']
          : [what, 409, 'Payment verification failed'],
      ),
    );
    for (const email of ['victim@people.example', 'cheap@people.example', 'thief@people.example'])
      expect(await listTenants(shop, email)).toEqual([]);
    expect(await shop.subscriptionsOf(tenant.id)).toMatchObject([{ plan_id: 'basic', status: 'active' }]);
  });

  it('without its address is rejected if only the ids are known', async () => {
    const checkout = await shop.order('ids@people.example');
    const proof = await shop.pay(checkout);
    const body = {
      razorpay_payment_id: proof.razorpay_payment_id,
      razorpay_order_id: proof.razorpay_order_id,
      razorpay_signature: '',
    };
    expect((await shop.nobody.send(verifyPayment, { body })).error?.code).toBe('payment.not_verified');
  });
});

it('limits attempts by network address, five a minute by default [P-4.23]', async () => {
  const strict = await testApp({ limits: { payments: 5 } });
  const nobody = new Client(strict.app);
  const body = {
    razorpay_payment_id: 'p',
    razorpay_order_id: 'o',
    razorpay_signature: 's',
    email: 'e',
    plan: 'premium',
  };
  const codes = [];
  for (let count = 0; count < 6; count += 1)
    codes.push((await nobody.call(verifyPayment, { body })).error?.code);
  expect(codes).toEqual([...Array<string>(5).fill('payment.not_available'), 'request.too_many']);
  await strict.close();
});

/**
 * Returns the ids of a failed payment with a valid signature, though the provider signs none of
 * those.
 */
async function proofOfFailed(checkout: Awaited<ReturnType<AppWithPayments['order']>>) {
  const { fields } = await shop.desk.pay(checkout, 'fail:card');
  const about = JSON.parse(fields['error[metadata]'] ?? '{}') as { payment_id: string; order_id: string };
  const razorpay_signature = signed(`${about.order_id}|${about.payment_id}`);
  return { razorpay_payment_id: about.payment_id, razorpay_order_id: about.order_id, razorpay_signature };
}

function signed(text: string, secret = 'sandbox-key-secret'): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
