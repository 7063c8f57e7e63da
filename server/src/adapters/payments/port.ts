/** A payment as the provider reports it; amounts in paise. */
export interface ProviderPayment {
  readonly id: string;
  /** The order; null for a payment that belongs to none. */
  readonly orderId: string | null;
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  readonly amount: number;
  readonly currency: string;
  /** The address that the payer gave to the provider, if any. */
  readonly email: string | null;
}

/** The content of a provider's signed event; undefined if it concerns no relevant payment. */
export interface PaymentEvent {
  readonly kind: string;
  readonly payment: ProviderPayment | undefined;
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
  }): Promise<{ orderId: string }>;
  /** Finds a payment; undefined if the provider has none. Throws `ProviderAway`. */
  findPayment(paymentId: string): Promise<ProviderPayment | undefined>;
  /** Lists the attempts to pay an order, in no order. Throws `ProviderAway`. */
  getPayments(orderId: string): Promise<readonly ProviderPayment[]>;
  /** Returns the form that a browser posts to the hosted page. */
  checkout(order: CheckoutOrder): { action: string; fields: Record<string, string> };
  /** Returns whether the provider signed that this payment belongs to this order. */
  provesPayment(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Returns whether the provider signed these bytes, with any of the currently valid secrets. */
  provesEvent(body: Buffer, signature: string): boolean;
  /** Reads a proven event. Throws `ProviderAway` for invalid bytes. */
  readEvent(body: string): PaymentEvent;
}

export interface CheckoutOrder {
  readonly orderId: string;
  readonly amount: number;
  readonly email: string;
  readonly description: string;
  /** The address to which its page posts the result, and to which a payer who cancels returns. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A provider that was not reached in time, refused, or sent an invalid response. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
