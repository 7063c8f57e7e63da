import { createHmac, randomBytes } from 'node:crypto';

/**
 * An order as the provider's API shows it; amounts in paise, `created_at` in seconds since 1970.
 */
export interface Order {
  readonly id: string;
  readonly entity: 'order';
  readonly amount: number;
  amount_paid: number;
  amount_due: number;
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
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  captured: boolean;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  readonly method: string;
  readonly email: string;
  readonly contact: string;
  readonly error_code: string | null;
  readonly error_description: string | null;
  readonly created_at: number;
}

export interface Refund {
  readonly id: string;
  readonly entity: 'refund';
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string;
  readonly receipt: string | null;
  readonly notes: Readonly<Record<string, string>>;
  status: 'pending' | 'processed' | 'failed';
  readonly speed_requested: 'normal' | 'optimum';
  readonly created_at: number;
}

/** How the payments of an order are captured: by the provider, or by the merchant in some minutes. */
export interface CaptureChoice {
  readonly capture: 'automatic' | 'manual';
  /** Minutes until the money goes back by itself. */
  readonly expiresAfter: number;
}

/** A request that the provider refuses, with its words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const minutesOfFiveDays = 7200;
const byProvider: CaptureChoice = { capture: 'automatic', expiresAfter: minutesOfFiveDays };

/** The orders of one merchant, the attempts to pay them, and what went back. */
export class Ledger {
  readonly #keySecret: string;
  readonly #orders = new Map<string, Order>();
  readonly #choices = new Map<string, CaptureChoice>();
  readonly #payments = new Map<string, Payment>();
  readonly #refunds = new Map<string, Refund>();
  /** Refunds by their idempotency key, with the request that made them. */
  readonly #keys = new Map<string, { readonly refund: Refund; readonly request: string }>();

  constructor(keySecret: string) {
    this.#keySecret = keySecret;
  }

  createOrder(
    { amount, currency, receipt, notes }: Pick<Order, 'amount' | 'currency' | 'receipt' | 'notes'>,
    seconds: number,
    choice = byProvider,
  ): Order {
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt,
      notes,
      status: 'created',
      attempts: 0,
      created_at: seconds,
    };
    this.#orders.set(order.id, order);
    this.#choices.set(order.id, choice);
    return order;
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  payment(id: string): Payment | undefined {
    return this.#payments.get(id);
  }

  refund(id: string): Refund | undefined {
    return this.#refunds.get(id);
  }

  get payments(): readonly Payment[] {
    return [...this.#payments.values()];
  }

  get refunds(): readonly Refund[] {
    return [...this.#refunds.values()];
  }

  getPayments(orderId: string): Payment[] {
    return this.payments.filter((payment) => payment.order_id === orderId);
  }

  getRefunds(paymentId: string): Refund[] {
    return this.refunds.filter((refund) => refund.payment_id === paymentId);
  }

  /** Returns how the payments of an order are captured. */
  choiceOf({ id }: Order): CaptureChoice {
    return this.#choices.get(id) ?? byProvider;
  }

  /** Attempts to pay an unpaid order: the payment is `authorized` or `failed`. */
  pay(
    order: Order,
    {
      method,
      email,
      contact,
      fails,
      seconds,
    }: { method: string; email: string; contact: string; fails: boolean; seconds: number },
  ): Payment {
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      status: fails ? 'failed' : 'authorized',
      captured: false,
      amount_refunded: 0,
      refund_status: null,
      method,
      email,
      contact,
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
    payment.captured = true;
    order.status = 'paid';
    order.amount_paid = payment.amount;
    order.amount_due = 0;
  }

  /** Captures as the merchant asks for it. @throws Refusal for another amount or state */
  captureAsked(payment: Payment, amount: unknown): Payment {
    if (payment.status === 'captured') throw new Refusal('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw new Refusal('Only payments which have been authorized and not yet captured can be captured');
    if (amount !== payment.amount) throw new Refusal('Capture amount must be equal to the amount authorized');
    this.capture(payment);
    return payment;
  }

  /**
   * Gives back a part of a captured payment. A repeated key makes no second refund.
   * @throws Refusal where it is not captured, or more than is left, or the key came with another request
   */
  giveBack(
    payment: Payment,
    asked: {
      readonly amount: number;
      readonly receipt: string | null;
      readonly notes: Readonly<Record<string, string>>;
      readonly speed: 'normal' | 'optimum';
    },
    { key, seconds }: { readonly key: string | undefined; readonly seconds: number },
  ): { readonly refund: Refund; readonly isNew: boolean } {
    const request = JSON.stringify([payment.id, asked]);
    const before = key === undefined ? undefined : this.#keys.get(key);
    if (before) {
      if (before.request === request) return { refund: before.refund, isNew: false };
      throw new Refusal('Different request with the same idempotency key has already been processed.');
    }
    if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already');
    if (payment.status !== 'captured')
      throw new Refusal('The payment status should be captured for action to be taken');
    if (!Number.isInteger(asked.amount) || asked.amount < 100)
      throw new Refusal('The amount must be at least INR 1.00');
    if (asked.amount > payment.amount - payment.amount_refunded)
      throw new Refusal('The refund amount provided is greater than amount captured');
    const { amount, receipt, notes, speed } = asked;
    const refund = this.#newRefund(payment, { amount, receipt, notes, speed, seconds });
    if (key !== undefined) this.#keys.set(key, { refund, request });
    return { refund, isNew: true };
  }

  /** Ends a refund that is on its way; a failed one stays with the merchant. */
  settleRefund(refund: Refund, status: 'processed' | 'failed'): void {
    if (refund.status !== 'pending') return;
    refund.status = status;
    if (status === 'failed') {
      const payment = this.#payments.get(refund.payment_id);
      if (payment) count(payment, -refund.amount);
    }
  }

  /**
   * Gives back every payment that its merchant did not capture in time, or, with `isNow`, at all. Returns
   * the refunds.
   */
  lapse(seconds: number, isNow = false): { readonly payment: Payment; readonly refund: Refund }[] {
    return this.payments
      .filter((payment) => payment.status === 'authorized')
      .filter(({ order_id: orderId, created_at: at }) => {
        const order = this.#orders.get(orderId);
        return isNow || (order && at + this.choiceOf(order).expiresAfter * 60 <= seconds);
      })
      .map((payment) => {
        const { amount } = payment;
        const whole = { amount, receipt: null, notes: {}, speed: 'normal' as const, seconds };
        const refund = this.#newRefund(payment, whole);
        refund.status = 'processed';
        return { payment, refund };
      });
  }

  /** Returns the signature that the payer's browser takes back to the shop. */
  signatureOf({ order_id: orderId, id }: Payment): string {
    return createHmac('sha256', this.#keySecret).update(`${orderId}|${id}`).digest('hex');
  }

  #newRefund(
    payment: Payment,
    {
      amount,
      receipt,
      notes,
      speed,
      seconds,
    }: Pick<Refund, 'amount' | 'receipt' | 'notes'> & {
      readonly speed: 'normal' | 'optimum';
      readonly seconds: number;
    },
  ): Refund {
    const refund: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      receipt,
      notes,
      status: 'pending',
      speed_requested: speed,
      created_at: seconds,
    };
    this.#refunds.set(refund.id, refund);
    count(payment, amount);
    return refund;
  }
}

/** Counts what of a payment went back, or, below zero, did not. */
function count(payment: Payment, paise: number): void {
  payment.amount_refunded += paise;
  const isFull = payment.amount_refunded === payment.amount;
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null;
  if (isFull) payment.status = 'refunded';
  else if (payment.captured) payment.status = 'captured';
}

/** Creates an id in the provider's format: the kind and fourteen letters and digits. */
function newId(kind: 'order' | 'pay' | 'rfnd'): string {
  return `${kind}_${randomBytes(16)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)
    .padEnd(14, 'x')}`;
}
