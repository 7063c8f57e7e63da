import { orderSignUp, orderUpgrade } from '@samay/contract/tenancy/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import {
  startAppWithPayments,
  type AppWithPayments,
} from '../../../../test/fixtures/third-parties/app-with-payments.ts';

let shop: AppWithPayments;
beforeAll(async () => {
  shop = await startAppWithPayments({ timeoutMs: 3000 });
});
afterAll(() => shop.close());
afterEach(() => shop.desk.setMode('ok'));

const body = { email: 'New.Owner@People.example', businessName: 'Lakshmi Clinic', plan: 'premium' };

describe('a plan for a new business', () => {
  it('is ordered at its price, for this address and plan only, and leads to the hosted checkout [P-4.13]', async () => {
    const { status, body: checkout } = await shop.nobody.call(orderSignUp, { body });
    expect(status).toBe(201);
    expect(checkout.action).toBe(`${shop.desk.apiUrl}/v1/checkout/embedded`);
    const { publicUrl } = shop.dependencies.settings;
    expect(checkout.fields).toMatchObject({
      key_id: 'sandbox-key',
      amount: '99900',
      currency: 'INR',
      description: 'Premium plan, ₹999 a month',
      'prefill[email]': body.email,
      callback_url: `${publicUrl}/api/payment-return`,
      cancel_url: `${publicUrl}/payment-callback?cancelled=true`,
    });
    expect(JSON.stringify(checkout)).not.toContain('secret');
    expect(await shop.toRow(checkout)).toMatchObject({
      kind: 'signup',
      email: body.email,
      email_key: 'new.owner@people.example',
      business_name: 'Lakshmi Clinic',
      plan_id: 'premium',
      amount_paise: 99_900,
      state: 'open',
      tenant_id: null,
      payment_id: null,
    });
  });

  it('has the same answer for an address with an account as for any other', async () => {
    const owner = await signInAs(shop, await buildTenant(shop), 'BUSINESS_OWNER');
    const known = await shop.nobody.call(orderSignUp, {
      body: { ...body, email: owner.identity?.email ?? '' },
    });
    const unknown = await shop.nobody.call(orderSignUp, { body });
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body.fields)).toEqual(Object.keys(unknown.body.fields));
  });

  it.each([
    ['the free plan', { plan: 'basic' }, 'plan'],
    ['a plan that there is none', { plan: 'gold' }, 'plan'],
    ['no address', { email: '' }, 'email'],
    ['no name', { businessName: ' ' }, 'businessName'],
  ])('is refused for %s, with the field', async (_what, wrong, field) => {
    const before = await snapshot(shop);
    const refused = await shop.nobody.call(orderSignUp, { body: { ...body, ...wrong } });
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([400, [field]]);
    expect(await snapshot(shop)).toBe(before);
  });

  it.each(['down', 'refuse', 'nonsense', 'slow'])(
    'says so and keeps nothing while the provider is %s [P-4.32]',
    async (mode) => {
      shop.desk.setMode(mode);
      const before = await snapshot(shop);
      const refused = await shop.nobody.call(orderSignUp, { body });
      expect([refused.status, refused.error?.code]).toEqual([503, 'payment.provider_away']);
      expect(refused.error?.message).toContain('You have not been charged');
      expect(await snapshot(shop)).toBe(before);
    },
  );

  it('is rejected without a provider or a mail server [P-4.31]', async () => {
    const bare = await testApp();
    const nobody = new Client(bare.app);
    expect((await nobody.call(orderSignUp, { body })).error?.code).toBe('payment.not_available');
    await bare.close();
    const mailless = await testApp({ dependencies: { payments: shop.desk.provider } });
    expect((await new Client(mailless.app).call(orderSignUp, { body })).error?.code).toBe('mail.unavailable');
    await mailless.close();
  });

  it('limits attempts by network address, five a minute by default', async () => {
    const strict = await testApp({ limits: { payments: 5 }, dependencies: { payments: shop.desk.provider } });
    const nobody = new Client(strict.app);
    const answers = [];
    for (let count = 0; count < 6; count += 1)
      answers.push((await nobody.call(orderSignUp, { body })).status);
    expect(answers).toEqual([503, 503, 503, 503, 503, 429]);
    await strict.close();
  });
});

describe('a plan for an existing business', () => {
  it('is ordered by its owners [P-4.11]', async () => {
    const tenant = await buildTenant(shop);
    for (const role of ['BUSINESS_OWNER', 'BUSINESS_ADMIN'] as const) {
      const owner = await signInAs(shop, tenant, role);
      const { status, body: checkout } = await owner.call(orderUpgrade, { body: { plan: 'enterprise' } });
      expect(status).toBe(201);
      expect(await shop.toRow(checkout)).toMatchObject({
        kind: 'upgrade',
        tenant_id: tenant.id,
        ordered_by: owner.identity?.userId,
        email: owner.identity?.email,
        amount_paise: 299_900,
      });
    }
  });

  it('is rejected for everyone else, for a suspended business, and without a session [P-4.11]', async () => {
    const order = async (client: Client) =>
      (await client.call(orderUpgrade, { body: { plan: 'premium' } })).error?.code;
    const tenant = await buildTenant(shop);
    for (const role of ['DOCTOR', 'EMPLOYEE'] as const)
      expect(await order(await signInAs(shop, tenant, role))).toBe('access.denied');
    expect(await order(await signInAs(shop, null, 'SUPER_ADMIN'))).toBe('access.denied');
    expect(
      await order(await signInAs(shop, await buildTenant(shop, { status: 'suspended' }), 'BUSINESS_OWNER')),
    ).toBe('tenant.suspended');
    expect(await order(shop.nobody)).toBe('session.required');
  });

  it.each([
    ['a smaller plan than the one that is paid', { plan: 'enterprise' }, 'premium', 'payment.plan_is_lower'],
    [
      'the plan that is had as a gift',
      { plan: 'premium', paidUntil: null },
      'premium',
      'payment.plan_is_lower',
    ],
    ['the free plan', { plan: 'premium' }, 'basic', 'request.invalid'],
    ['another month of what is paid', { plan: 'premium' }, 'premium', undefined],
    ['more than the free plan', { plan: 'basic' }, 'premium', undefined],
    ['anything, where there is no subscription', { plan: null }, 'premium', undefined],
  ])('of %s', async (_what, has, plan, code) => {
    const owner = await signInAs(shop, await buildTenant(shop, has), 'BUSINESS_OWNER');
    expect((await owner.call(orderUpgrade, { body: { plan } })).error?.code).toBe(code);
  });
});
