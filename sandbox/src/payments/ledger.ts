import { createHmac, randomBytes } from 'node:crypto';

/**
 * An order as the provider's API shows it; amounts in paise, `created_at` in seconds since 1970.
 */
export interface Order {
  readonly id: string;
  readonly entity: 'order';
  readonly amount: number;
  amount_paid: number;
  readonly currency: string;
  readonly receipt: string | null;
  readonly notes: Readonly<Record<string, string>>;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  readonly created_at: number;
}

export interface Payment {
  readonly id: string;
  readonly entity: 'payment';
  readonly order_id: string;
  readonly amount: number;
  readonly currency: string;
  status: 'authorized' | 'captured' | 'failed';
  readonly method: string;
  readonly email: string;
  readonly error_code: string | null;
  readonly error_description: string | null;
  readonly created_at: number;
}

/** Orders, and the attempts to pay them. */
export class Ledger {
  readonly #keySecret: string;
  readonly #orders = new Map<string, Order>();
  readonly #payments = new Map<string, Payment>();

  constructor(keySecret: string) {
    this.#keySecret = keySecret;
  }

  createOrder(
    { amount, currency, receipt, notes }: Pick<Order, 'amount' | 'currency' | 'receipt' | 'notes'>,
    seconds: number,
  ): Order {
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      currency,
      receipt,
      notes,
      status: 'created',
      attempts: 0,
      created_at: seconds,
    };
    this.#orders.set(order.id, order);
    return order;
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  payment(id: string): Payment | undefined {
    return this.#payments.get(id);
  }

  getPayments(orderId: string): Payment[] {
    return [...this.#payments.values()].filter((payment) => payment.order_id === orderId);
  }

  /** Attempts to pay an unpaid order: the payment is `authorized` or `failed`. */
  pay(
    order: Order,
    { method, email, fails, seconds }: { method: string; email: string; fails: boolean; seconds: number },
  ): Payment {
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      status: fails ? 'failed' : 'authorized',
      method,
      email,
      error_code: fails ? 'BAD_REQUEST_ERROR' : null,
      error_description: fails ? 'Payment failed because the bank declined it' : null,
      created_at: seconds,
    };
    order.attempts += 1;
    if (order.status === 'created') order.status = 'attempted';
    this.#payments.set(payment.id, payment);
    return payment;
  }

  /** Captures an authorized payment, after which the order is paid. */
  capture(payment: Payment): void {
    const order = this.#orders.get(payment.order_id);
    if (!order || payment.status !== 'authorized') return;
    payment.status = 'captured';
    order.status = 'paid';
    order.amount_paid = payment.amount;
  }

  /** Returns the signature that the payer's browser takes back to the shop. */
  signatureOf({ order_id: orderId, id }: Payment): string {
    return createHmac('sha256', this.#keySecret).update(`${orderId}|${id}`).digest('hex');
  }
}

/** Creates an id in the provider's format: the kind and fourteen letters and digits. */
function newId(kind: 'order' | 'pay'): string {
  return `${kind}_${randomBytes(16)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)
    .padEnd(14, 'x')}`;
}
