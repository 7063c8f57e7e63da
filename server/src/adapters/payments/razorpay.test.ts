import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  businessMerchants,
  type TestPaymentProvider,
  startPaymentProvider,
} from '../../../test/fixtures/third-parties/payment-provider.ts';
import { ProviderAway, ProviderRefused } from './port.ts';

let desk: TestPaymentProvider;
beforeEach(async () => {
  desk = await startPaymentProvider({ timeoutMs: 2000 });
});
afterEach(() => desk.close());

const newOrder = { amount: 99_900, receipt: 'r-1', notes: { plan: 'premium' } };
const checkoutOf = (orderId: string) =>
  desk.provider.checkout({
    orderId,
    amount: 99_900,
    name: 'Samay',
    email: 'anita@people.example',
    contact: null,
    description: 'Premium',
    returnUrl: 'https://samay.example/return',
    cancelUrl: 'https://samay.example/',
  });

it('makes an order, leads to its page, and reads what was paid', async () => {
  const { orderId } = await desk.provider.makeOrder(newOrder);
  expect(await desk.provider.getPayments(orderId)).toEqual([]);
  await desk.pay(checkoutOf(orderId), 'fail:card');
  const { fields } = await desk.pay(checkoutOf(orderId));
  const id = fields['razorpay_payment_id'] ?? '';
  const captured = {
    id,
    orderId,
    status: 'captured',
    amount: 99_900,
    refunded: 0,
    currency: 'INR',
    email: 'anita@people.example',
  };
  expect(await desk.provider.findPayment(id)).toEqual(captured);
  expect((await desk.provider.getPayments(orderId)).map(({ status }) => status).toSorted()).toEqual([
    'captured',
    'failed',
  ]);
  expect(await desk.provider.findPayment('pay_unknown')).toBeUndefined();
  expect(await desk.provider.getPayments('order_unknown')).toEqual([]);
});

describe('a proof', () => {
  it('holds for its own order and payment only, and in the form that the provider gives it', async () => {
    const { orderId } = await desk.provider.makeOrder(newOrder);
    const { fields } = await desk.pay(checkoutOf(orderId));
    const proof = {
      orderId,
      paymentId: fields['razorpay_payment_id'] ?? '',
      signature: fields['razorpay_signature'] ?? '',
    };
    const { provesPayment } = desk.provider;
    expect(provesPayment(proof)).toBe(true);
    expect(provesPayment({ ...proof, orderId: 'order_1' })).toBe(false);
    expect(provesPayment({ ...proof, paymentId: 'pay_1' })).toBe(false);
    // The signed text is two ids with a bar between them: another split of it is no proof.
    expect(provesPayment({ ...proof, orderId: `${orderId}|${proof.paymentId}`, paymentId: '' })).toBe(false);
    for (const signature of [
      '',
      'x',
      '0'.repeat(64),
      proof.signature.slice(1),
      `${proof.signature}00`,
      'é'.repeat(64),
    ])
      expect([signature, provesPayment({ ...proof, signature })]).toEqual([signature, false]);
  });

  it('of an event is over its very bytes, with either of two secrets', () => {
    const body = Buffer.from('{"event": "payment.captured"}');
    const signed = (secret: string, bytes = body) => createHmac('sha256', secret).update(bytes).digest('hex');
    expect(desk.provider.provesEvent(body, signed('sandbox-webhook-secret'))).toBe(true);
    expect(desk.provider.provesEvent(body, signed('the-secret-before'))).toBe(true);
    expect(desk.provider.provesEvent(body, signed('sandbox-key-secret'))).toBe(false);
    expect(
      desk.provider.provesEvent(
        Buffer.from('{"event":"payment.captured"}'),
        signed('sandbox-webhook-secret'),
      ),
    ).toBe(false);
  });
});

describe('a provider that is not there', () => {
  it.each(['down', 'refuse', 'nonsense', 'slow'])(
    'ends an order by ProviderAway (%s) [T-4.4]',
    async (mode) => {
      desk.setMode(mode);
      await expect(desk.provider.makeOrder(newOrder)).rejects.toBeInstanceOf(ProviderAway);
    },
  );

  it.each(['down', 'nonsense', 'slow'])('ends a question by ProviderAway (%s)', async (mode) => {
    desk.setMode(mode);
    await expect(desk.provider.findPayment('pay_1')).rejects.toBeInstanceOf(ProviderAway);
    await expect(desk.provider.getPayments('order_1')).rejects.toBeInstanceOf(ProviderAway);
  });
});

describe('an event', () => {
  it('says which payment it is about, or that it is about none', () => {
    const entity = {
      id: 'pay_1',
      order_id: null,
      status: 'refunded',
      amount: 1,
      currency: 'INR',
      more: 'is left out',
    };
    expect(
      desk.provider.readEvent(
        JSON.stringify({ event: 'refund.processed', payload: { payment: { entity } } }),
      ),
    ).toEqual({
      kind: 'refund.processed',
      payment: {
        id: 'pay_1',
        orderId: null,
        status: 'refunded',
        amount: 1,
        refunded: 0,
        currency: 'INR',
        email: null,
      },
    });
    expect(desk.provider.readEvent('{"event":"invoice.paid","payload":{}}')).toEqual({
      kind: 'invoice.paid',
      payment: undefined,
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"event":1,"payload":{}}',
    '{"event":"x","payload":{"payment":{"entity":{"id":"p","status":"new"}}}}',
  ])('that is none is refused: %s', (body) => {
    expect(() => desk.provider.readEvent(body)).toThrow(ProviderAway);
  });
});

describe('the account of a business', () => {
  const [turf] = businessMerchants;
  const openTurf = (keySecret: string = turf.keySecret) =>
    desk.openAccount({ keyId: turf.keyId, keySecret, webhookSecrets: ['s'] });
  const payHeld = async () => {
    const provider = openTurf();
    const { orderId } = await provider.makeOrder({
      amount: 50_000,
      receipt: 'court-1',
      notes: {},
      captureWithin: 30,
    });
    const order = { orderId, amount: 50_000, name: 'Green Turf', email: null, contact: '9820011223' };
    const addresses = { returnUrl: 'https://samay.example/r', cancelUrl: 'https://samay.example/' };
    const { fields } = await desk.pay(provider.checkout({ ...order, ...addresses, description: 'Court 1' }));
    return { provider, id: fields['razorpay_payment_id'] ?? '' };
  };

  it('holds a payment until it is captured, however often that is asked [P-12.115]', async () => {
    const { provider, id } = await payHeld();
    expect(await provider.findPayment(id)).toMatchObject({ status: 'authorized', amount: 50_000 });
    expect(await provider.capture({ id, amount: 50_000 })).toMatchObject({ status: 'captured' });
    expect(await provider.capture({ id, amount: 50_000 })).toMatchObject({ status: 'captured' });
    const late = await payHeld();
    await fetch(`${desk.apiUrl}/merchants/lapse`, {
      method: 'POST',
      body: new URLSearchParams({ key_id: turf.keyId }),
    });
    await expect(late.provider.capture({ id: late.id, amount: 50_000 })).rejects.toMatchObject({
      name: 'ProviderRefused',
      reason: 'not_capturable',
    });
  });

  it('gives back once for a key, lists what went back, and names why it does not [P-12.115]', async () => {
    const { provider, id } = await payHeld();
    await provider.capture({ id, amount: 50_000 });
    const asked = { paymentId: id, amount: 20_000, key: 'refund-key-1', receipt: 'r-1' };
    const first = await provider.refund(asked);
    expect(first).toMatchObject({ paymentId: id, amount: 20_000, status: 'processed' });
    expect(await provider.refund(asked)).toEqual(first);
    expect(await provider.getRefunds(id)).toEqual([first]);
    desk.setMode('no-balance');
    const next = { ...asked, key: 'refund-key-2' };
    await expect(provider.refund(next)).rejects.toMatchObject({ reason: 'balance' });
    desk.setMode('ok');
    await provider.refund({ ...next, amount: 30_000 });
    await expect(provider.refund({ ...next, key: 'refund-key-3' })).rejects.toMatchObject({
      reason: 'refunded',
    });
  });

  it('knows its own keys, and tells wrong ones from a provider that is away [P-12.115]', async () => {
    expect(await openTurf().hasRightKeys()).toBe(true);
    expect(await openTurf('aWrongSecret0000').hasRightKeys()).toBe(false);
    const { id } = await payHeld();
    await expect(openTurf('aWrongSecret0000').capture({ id, amount: 50_000 })).rejects.toThrow(
      ProviderRefused,
    );
    desk.setMode('down');
    await expect(openTurf().hasRightKeys()).rejects.toThrow(ProviderAway);
    await expect(openTurf().capture({ id, amount: 50_000 })).rejects.toThrow(ProviderAway);
  });
});
