import type { IncomingHttpHeaders } from 'node:http';
import { type CaptureChoice, type Order, type Refund, Refusal } from './ledger.ts';
import type { Account } from './merchants.ts';

/** A request of a merchant to the API. */
export interface ApiRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined for a GET. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Seconds since 1970. */
  readonly seconds: number;
}

/** The answer, and what happened by the request; undefined where the path or the id is unknown. */
export interface ApiAnswer {
  readonly entity: object;
  readonly captured?: string;
  readonly refunded?: Refund;
}

/**
 * Answers a request about the orders, payments and refunds of one merchant.
 * @throws Refusal with the provider's words
 */
export function answerApi(account: Account, request: ApiRequest): ApiAnswer | undefined {
  const [, version, collection, id = '', part, partId] = request.path.split('/');
  if (version !== 'v1') return undefined;
  if (request.body === undefined) return find(account, { collection, id, part, partId, request });
  if (collection === 'orders' && id === '') return { entity: createOrder(account, request) };
  const payment = collection === 'payments' ? account.ledger.payment(id) : undefined;
  if (!payment) return undefined;
  if (part === 'capture') {
    if (request.body['currency'] !== payment.currency) throw new Refusal('The currency should be the same');
    return { entity: account.ledger.captureAsked(payment, request.body['amount']), captured: payment.id };
  }
  if (part !== 'refund') return undefined;
  const { amount = payment.amount - payment.amount_refunded, speed = 'normal' } = request.body;
  const key = request.headers['x-refund-idempotency'];
  if (typeof key === 'string' && !/^[\w-]{10,}$/.test(key))
    throw new Refusal('The idempotency key must have ten characters at least');
  const asked = {
    amount: Number(amount),
    receipt: getText(request.body['receipt']),
    notes: getNotes(request),
  };
  const made = account.ledger.giveBack(
    payment,
    { ...asked, speed: toSpeed(speed) },
    {
      key: typeof key === 'string' ? key : undefined,
      seconds: request.seconds,
    },
  );
  return { entity: made.refund, ...(made.isNew && { refunded: made.refund }) };
}

interface Asked {
  readonly collection: string | undefined;
  readonly id: string;
  readonly part: string | undefined;
  readonly partId: string | undefined;
  readonly request: ApiRequest;
}

function find({ ledger }: Account, { collection, id, part, partId, request }: Asked): ApiAnswer | undefined {
  if (collection === 'orders') {
    const order = ledger.order(id);
    return order && answer(part === 'payments' ? list(ledger.getPayments(id)) : order);
  }
  if (collection === 'refunds') return answer(ledger.refund(id));
  if (collection !== 'payments') return undefined;
  if (id === '') return answer(list(ledger.payments.slice(0, Number(request.query.get('count') ?? 10))));
  if (part === undefined) return answer(ledger.payment(id));
  if (part !== 'refunds' || !ledger.payment(id)) return undefined;
  const refunds = ledger.getRefunds(id);
  return answer(partId === undefined ? list(refunds) : refunds.find((refund) => refund.id === partId));
}

function answer(entity: object | undefined): ApiAnswer | undefined {
  return entity && { entity };
}

function list(items: readonly object[]): object {
  return { entity: 'collection', count: items.length, items };
}

function createOrder({ ledger }: Account, request: ApiRequest): Order {
  const { amount, currency, receipt } = request.body ?? {};
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 100)
    throw new Refusal('The amount must be at least INR 1.00');
  if (currency !== 'INR') throw new Refusal('The currency is not supported');
  const order = { amount, currency, receipt: getText(receipt), notes: getNotes(request) };
  return ledger.createOrder(order, request.seconds, getChoice(request.body?.['payment']));
}

/** Reads how payments are captured. @throws Refusal for a choice that the provider does not have */
function getChoice(payment: unknown): CaptureChoice | undefined {
  if (payment === undefined) return undefined;
  const { capture, capture_options: options } = payment as {
    capture?: unknown;
    capture_options?: { manual_expiry_period?: unknown; refund_speed?: unknown };
  };
  if (capture !== 'automatic' && capture !== 'manual') throw new Refusal('The capture is not valid');
  const expiresAfter = options?.manual_expiry_period ?? 7200;
  if (typeof expiresAfter !== 'number' || expiresAfter < 12 || expiresAfter > 7200)
    throw new Refusal('The manual expiry period must be between 12 and 7200');
  if (options && options.refund_speed !== 'normal' && options.refund_speed !== 'optimum')
    throw new Refusal('The refund speed field is required');
  return { capture, expiresAfter };
}

function toSpeed(speed: unknown): 'normal' | 'optimum' {
  if (speed !== 'normal' && speed !== 'optimum') throw new Refusal('The speed is not valid');
  return speed;
}

function getText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > 40)
    throw new Refusal('The receipt may not be greater than 40 characters');
  return value;
}

function getNotes({ body }: ApiRequest): Readonly<Record<string, string>> {
  return (body?.['notes'] ?? {}) as Record<string, string>;
}
