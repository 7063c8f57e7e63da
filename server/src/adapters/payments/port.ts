/** A payment as the provider reports it; amounts in paise. */
export interface ProviderPayment {
  readonly id: string;
  /** Null for a payment that belongs to no order. */
  readonly orderId: string | null;
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  readonly amount: number;
  readonly currency: string;
  /** The address that the payer gave to the provider, if any. */
  readonly email: string | null;
}

/**
 * What a provider's signed event says; undefined where it is about no payment that matters here.
 */
export interface PaymentEvent {
  readonly kind: string;
  readonly payment: ProviderPayment | undefined;
}

/**
 * Takes money: orders, a hosted page to pay them on, proofs and events. Every call ends in ten
 * seconds.
 */
export interface PaymentProvider {
  /**
   * Throws `ProviderAway` if it is unreachable, rejects the call or sends an invalid response;
   * nothing was charged then.
   */
  makeOrder(order: {
    amount: number;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<{ orderId: string }>;
  /** Undefined where the provider knows no such payment. Throws `ProviderAway`. */
  findPayment(paymentId: string): Promise<ProviderPayment | undefined>;
  /** Every try to pay an order, in no order. Throws `ProviderAway`. */
  paymentsOf(orderId: string): Promise<readonly ProviderPayment[]>;
  /** The form that a browser posts to the hosted page. */
  checkout(order: CheckoutOrder): { action: string; fields: Record<string, string> };
  /** Whether the provider signed that this payment belongs to this order. */
  provesPayment(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Whether the provider signed these bytes, with any of the secrets that are valid now. */
  provesEvent(body: Buffer, signature: string): boolean;
  /** What a proven event says. Throws `ProviderAway` for bytes that make no sense. */
  readEvent(body: string): PaymentEvent;
}

export interface CheckoutOrder {
  readonly orderId: string;
  readonly amount: number;
  readonly email: string;
  readonly description: string;
  /** Where its page posts the result, and where it leads who cancels. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** The provider was not reached in time, refused, or answered what no provider of its kind does. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
