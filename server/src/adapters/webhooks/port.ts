/** Sends signed webhooks to addresses that businesses enter. */
export interface WebhookSender {
  /**
   * Sends a message. Rejects with `WebhookFailure` unless the receiver answered completely with a
   * 2xx status.
   */
  send(message: WebhookMessage): Promise<void>;
  /** Returns whether an address is allowed, as far as can be checked without a DNS query. */
  mayName(url: string): boolean;
}

export interface WebhookMessage {
  readonly url: string;
  /** The id, equal for every attempt of one message, so that the receiver can recognise repeats. */
  readonly id: string;
  readonly sentAt: Date;
  /** The secret: `whsec_` and base64. */
  readonly secret: string;
  /** The body as JSON. */
  readonly body: string;
  /**
   * Whether it is sent even while the circuit breaker is open: a person is testing the receiver.
   */
  readonly isAskedFor?: boolean;
}

/**
 * A refusal of a message by its receiver. The reason names nobody and no address, because it is
 * stored, logged and shown on Settings.
 */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
