/** A payment as the provider reports it; amounts in paise. */
export interface ProviderPayment {
  readonly id: string;
  /** The order; null for a payment that belongs to none. */
  readonly orderId: string | null;
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  readonly amount: number;
  /** The part of it that has gone back. */
  readonly refunded: number;
  readonly currency: string;
  /** The address that the payer gave to the provider, if any. */
  readonly email: string | null;
}

/** Money that goes back to a payer; the amount in paise. */
export interface ProviderRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly status: 'pending' | 'processed' | 'failed';
  readonly amount: number;
  /** Our name for it, given when we asked for it; null for one that the business made at the provider. */
  readonly receipt: string | null;
}

/** The content of a provider's signed event; undefined if it concerns no relevant payment or refund. */
export interface PaymentEvent {
  readonly kind: string;
  readonly payment: ProviderPayment | undefined;
  readonly refund: ProviderRefund | undefined;
}

/**
 * A payment provider: orders, a hosted page to pay them on, proofs and events. Every call ends in
 * ten seconds.
 */
export interface PaymentProvider {
  /**
   * Creates an order. Throws `ProviderAway` if the provider is unreachable, rejects the call or
   * sends an invalid response; nothing was charged then.
   */
  makeOrder(order: {
    amount: number;
    receipt: string;
    notes: Record<string, string>;
    /** The minutes, 12 at least, in which we capture its payment, which goes back otherwise; 0: the provider captures. */
    captureWithin?: number;
  }): Promise<{ orderId: string }>;
  /** Finds a payment; undefined if the provider has none. Throws `ProviderAway`. */
  findPayment(paymentId: string): Promise<ProviderPayment | undefined>;
  /** Lists the attempts to pay an order, in no order. Throws `ProviderAway`. */
  getPayments(orderId: string): Promise<readonly ProviderPayment[]>;
  /**
   * Captures an authorized payment, or finds it captured. Throws `ProviderAway`; `ProviderRefused` where it
   * cannot be captured any more.
   */
  capture(payment: { id: string; amount: number }): Promise<ProviderPayment>;
  /**
   * Gives back a part of a captured payment: one refund for a key of ten letters or digits at least, however
   * often it is asked for. Throws `ProviderAway`, `ProviderRefused`.
   */
  refund(refund: {
    paymentId: string;
    amount: number;
    key: string;
    receipt: string;
  }): Promise<ProviderRefund>;
  /** Lists what went back of a payment. Throws `ProviderAway`. */
  getRefunds(paymentId: string): Promise<readonly ProviderRefund[]>;
  /** Returns whether the keys are an account's. Throws `ProviderAway`. */
  hasRightKeys(): Promise<boolean>;
  /** Returns the form that a browser posts to the hosted page. */
  checkout(order: CheckoutOrder): { action: string; fields: Record<string, string> };
  /** Returns whether the provider signed that this payment belongs to this order. */
  provesPayment(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Returns whether the provider signed these bytes, with any of the currently valid secrets. */
  provesEvent(body: Buffer, signature: string): boolean;
  /** Reads a proven event. Throws `ProviderAway` for invalid bytes. */
  readEvent(body: string): PaymentEvent;
}

/** The keys of an account at the provider. */
export interface AccountKeys {
  readonly keyId: string;
  readonly keySecret: string;
  /** The accepted secrets of events. */
  readonly webhookSecrets: readonly string[];
}

export interface CheckoutOrder {
  readonly orderId: string;
  readonly amount: number;
  /** The name of the payee on its page. */
  readonly name: string;
  /** The payer's address, or null; and their number, or null. */
  readonly email: string | null;
  readonly contact: string | null;
  readonly description: string;
  /** The address to which its page posts the result, and to which a payer who cancels returns. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A provider that was not reached in time, refused, or sent an invalid response. */
export class ProviderAway extends Error {
  override readonly name: string = 'ProviderAway';
}

/** The reasons for which a provider refuses. */
export type RefusedReason = 'keys' | 'not_capturable' | 'refunded' | 'balance' | 'other';

/** A request that the provider refused for good, in its words. */
export class ProviderRefused extends ProviderAway {
  override readonly name = 'ProviderRefused';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
