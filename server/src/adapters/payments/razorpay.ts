import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RazorpayAccount } from '../../core/third-party-settings.ts';
import {
  type CheckoutOrder,
  type PaymentEvent,
  type PaymentProvider,
  ProviderAway,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
  type RefusedReason,
} from './port.ts';

const Payment = z.object({
  id: z.string().min(1).max(100),
  order_id: z.string().max(100).nullish(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency: z.string(),
  email: z.string().max(254).nullish(),
});
const Order = z.object({ id: z.string().min(1).max(100), amount: z.int(), currency: z.string() });
const Payments = z.object({ items: z.array(Payment) });
const Refund = z.object({
  id: z.string().min(1).max(100),
  payment_id: z.string().min(1).max(100),
  status: z.enum(['pending', 'processed', 'failed']),
  amount: z.int(),
  receipt: z.string().max(100).nullish(),
});
const Refunds = z.object({ items: z.array(Refund) });
const Refusal = z.object({ error: z.object({ description: z.string().max(1000) }) });
const Event = z.object({
  event: z.string().max(100),
  payload: z.object({
    payment: z.object({ entity: Payment }).optional(),
    refund: z.object({ entity: Refund }).optional(),
  }),
});

/**
 * Adapts Razorpay's REST API and hosted checkout (https://razorpay.com/docs/api); its own library
 * cannot be pointed at another address.
 */
export function razorpay(account: RazorpayAccount, { timeoutMs = 10_000 } = {}): PaymentProvider {
  const ask = asking(account, timeoutMs);
  return {
    async makeOrder({ amount, receipt, notes, captureWithin }) {
      const payment = captureWithin && {
        capture: 'manual',
        capture_options: { manual_expiry_period: captureWithin, refund_speed: 'normal' },
      };
      const body = { amount, currency: 'INR', receipt, notes, ...(payment && { payment }) };
      const order = understood(Order, await ask('POST', '/v1/orders', { body }));
      if (order.amount !== amount || order.currency !== 'INR')
        throw new ProviderAway('the order has another amount than was asked for');
      return { orderId: order.id };
    },
    async findPayment(paymentId) {
      const found = await ask('GET', `/v1/payments/${encodeURIComponent(paymentId)}`);
      return found === undefined ? undefined : getPayment(understood(Payment, found));
    },
    async getPayments(orderId) {
      const found = await ask('GET', `/v1/orders/${encodeURIComponent(orderId)}/payments`);
      return found === undefined ? [] : understood(Payments, found).items.map(getPayment);
    },
    async capture({ id, amount }) {
      const path = `/v1/payments/${encodeURIComponent(id)}`;
      try {
        const body = { amount, currency: 'INR' };
        return getPayment(understood(Payment, await ask('POST', `${path}/capture`, { body })));
      } catch (error) {
        if (!(error instanceof ProviderRefused) || error.reason === 'keys') throw error;
        // An answer that was lost on its way: the payment says what became of it.
        const found = await ask('GET', path);
        const payment = found === undefined ? undefined : getPayment(understood(Payment, found));
        if (payment?.status === 'captured') return payment;
        if (payment?.status === 'authorized') throw error;
        throw new ProviderRefused('not_capturable', error.message);
      }
    },
    async refund({ paymentId, amount, key, receipt }) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
      const body = { amount, speed: 'normal', receipt };
      return getRefund(understood(Refund, await ask('POST', path, { body, key })));
    },
    async getRefunds(paymentId) {
      const found = await ask('GET', `/v1/payments/${encodeURIComponent(paymentId)}/refunds`);
      return found === undefined ? [] : understood(Refunds, found).items.map(getRefund);
    },
    async hasRightKeys() {
      try {
        understood(Payments, await ask('GET', '/v1/payments?count=1'));
        return true;
      } catch (error) {
        if (error instanceof ProviderRefused && error.reason === 'keys') return false;
        throw error;
      }
    },
    checkout: (order) => ({ action: account.checkoutUrl, fields: checkoutFields(account.keyId, order) }),
    provesPayment({ orderId, paymentId, signature }) {
      return isSignature(signature, account.keySecret, `${orderId}|${paymentId}`);
    },
    provesEvent: (body, signature) =>
      account.webhookSecrets.some((secret) => isSignature(signature, secret, body)),
    readEvent,
  };
}

interface Sent {
  readonly body?: object;
  /** The key under which a repeated request is carried out once. */
  readonly key?: string;
}

/**
 * Returns a function that fetches an answer's JSON; undefined if the resource does not exist. It throws
 * `ProviderRefused` for a change that is refused, and where the keys are wrong.
 */
function asking({ apiUrl, keyId, keySecret }: RazorpayAccount, timeoutMs: number) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  return async (method: 'GET' | 'POST', path: string, { body, key }: Sent = {}): Promise<unknown> => {
    try {
      const request = {
        method,
        headers: {
          authorization,
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'x-refund-idempotency': key }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body: JSON.stringify(body) }),
      } as const;
      const response = await fetch(`${apiUrl}${path}`, request).catch(async (error: unknown) => {
        // Repeats a request on a kept connection that was closed at the same moment. A second order
        // costs nothing, a payment is captured once, and a refund has its key.
        if (request.signal.aborted) throw error;
        return fetch(`${apiUrl}${path}`, request);
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as unknown;
      if (response.status === 401) throw new ProviderRefused('keys', `${method} ${path} was answered 401`);
      // Razorpay answers 400 for an id that it does not know.
      if (method === 'GET' && (response.status === 404 || response.status === 400)) return undefined;
      if (response.status === 400) throw refused(text);
      throw new ProviderAway(`${method} ${path} was answered ${response.status}`);
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      throw new ProviderAway(`${method} ${path} failed`, { cause: error });
    }
  };
}

/** Reads why a request was refused: by the provider's words, since its codes do not tell. */
function refused(text: string): ProviderRefused {
  const { error } = understood(Refusal, JSON.parse(text));
  const words: readonly (readonly [RegExp, RefusedReason])[] = [
    [/fully refunded/i, 'refunded'],
    [/balance/i, 'balance'],
  ];
  const reason = words.find(([pattern]) => pattern.test(error.description))?.[1] ?? 'other';
  return new ProviderRefused(reason, error.description);
}

function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ProviderAway('the answer is none of its kind', { cause: parsed.error });
  return parsed.data;
}

function readEvent(body: string): PaymentEvent {
  try {
    const { event, payload } = Event.parse(JSON.parse(body));
    const { payment, refund } = payload;
    return {
      kind: event,
      payment: payment && getPayment(payment.entity),
      refund: refund && getRefund(refund.entity),
    };
  } catch (error) {
    throw new ProviderAway('the event is none of its kind', { cause: error });
  }
}

function getPayment({
  id,
  order_id: orderId,
  status,
  amount,
  amount_refunded: refunded,
  currency,
  email,
}: z.infer<typeof Payment>): ProviderPayment {
  return {
    id,
    orderId: orderId ?? null,
    status,
    amount,
    refunded: refunded ?? 0,
    currency,
    email: getAddress(email),
  };
}

function getRefund({ receipt, payment_id: paymentId, ...refund }: z.infer<typeof Refund>): ProviderRefund {
  return { ...refund, paymentId, receipt: receipt ?? null };
}

/** Returns the payer's address. If none was given, Razorpay fills in one of its own. */
function getAddress(email: string | null | undefined): string | null {
  return email?.includes('@') && email !== 'void@razorpay.com' ? email : null;
}

function checkoutFields(keyId: string, order: CheckoutOrder): Record<string, string> {
  return {
    key_id: keyId,
    order_id: order.orderId,
    amount: String(order.amount),
    currency: 'INR',
    name: order.name,
    description: order.description,
    ...(order.email !== null && { 'prefill[email]': order.email }),
    ...(order.contact !== null && { 'prefill[contact]': order.contact }),
    callback_url: order.returnUrl,
    cancel_url: order.cancelUrl,
  };
}

/** Checks a hex HMAC-SHA256 in constant time. */
function isSignature(signature: string, secret: string, signed: string | Buffer): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  const given = /^[\da-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
