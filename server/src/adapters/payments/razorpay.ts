import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RazorpaySettings } from '../../core/third-party-settings.ts';
import {
  type CheckoutOrder,
  type PaymentEvent,
  type PaymentProvider,
  ProviderAway,
  type ProviderPayment,
} from './port.ts';

const Payment = z.object({
  id: z.string().min(1).max(100),
  order_id: z.string().max(100).nullish(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.int(),
  currency: z.string(),
  email: z.string().max(254).nullish(),
});
const Order = z.object({ id: z.string().min(1).max(100), amount: z.int(), currency: z.string() });
const Payments = z.object({ items: z.array(Payment) });
const Event = z.object({
  event: z.string().max(100),
  payload: z.object({ payment: z.object({ entity: Payment }).optional() }),
});

/**
 * Adapts Razorpay's REST API and hosted checkout (https://razorpay.com/docs/api); its own library
 * cannot be pointed at another address.
 */
export function razorpay(settings: RazorpaySettings, { timeoutMs = 10_000 } = {}): PaymentProvider {
  const ask = asking(settings, timeoutMs);
  return {
    async makeOrder({ amount, receipt, notes }) {
      const order = understood(
        Order,
        await ask('POST', '/v1/orders', { amount, currency: 'INR', receipt, notes }),
      );
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
    checkout: (order) => ({ action: settings.checkoutUrl, fields: checkoutFields(settings.keyId, order) }),
    provesPayment({ orderId, paymentId, signature }) {
      return isSignature(signature, settings.keySecret, `${orderId}|${paymentId}`);
    },
    provesEvent: (body, signature) =>
      settings.webhookSecrets.some((secret) => isSignature(signature, secret, body)),
    readEvent,
  };
}

/** Returns a function that fetches an answer's JSON; undefined if the resource does not exist. */
function asking({ apiUrl, keyId, keySecret }: RazorpaySettings, timeoutMs: number) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    try {
      const request = {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body: JSON.stringify(body) }),
      } as const;
      const response = await fetch(`${apiUrl}${path}`, request).catch(async (error: unknown) => {
        // Repeats a request on a kept connection that was closed at the same moment. A second order
        // costs nothing.
        if (request.signal.aborted) throw error;
        return fetch(`${apiUrl}${path}`, request);
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as unknown;
      // Razorpay answers 400 for an id that it does not know.
      if (method === 'GET' && (response.status === 404 || response.status === 400)) return undefined;
      throw new ProviderAway(`${method} ${path} was answered ${response.status}`);
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      throw new ProviderAway(`${method} ${path} failed`, { cause: error });
    }
  };
}

function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ProviderAway('the answer is none of its kind', { cause: parsed.error });
  return parsed.data;
}

function readEvent(body: string): PaymentEvent {
  try {
    const { event, payload } = Event.parse(JSON.parse(body));
    return { kind: event, payment: payload.payment && getPayment(payload.payment.entity) };
  } catch (error) {
    throw new ProviderAway('the event is none of its kind', { cause: error });
  }
}

function getPayment({
  id,
  order_id: orderId,
  status,
  amount,
  currency,
  email,
}: z.infer<typeof Payment>): ProviderPayment {
  return { id, orderId: orderId ?? null, status, amount, currency, email: getAddress(email) };
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
    name: 'Samay',
    description: order.description,
    'prefill[email]': order.email,
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
