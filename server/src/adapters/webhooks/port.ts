/** Sends signed webhooks to addresses that businesses enter. */
export interface WebhookSender {
  /** Rejects with `WebhookFailure` unless the receiver answered completely with a 2xx status. */
  send(message: WebhookMessage): Promise<void>;
  /** Whether an address is allowed, as far as can be checked without a DNS query. */
  mayName(url: string): boolean;
}

export interface WebhookMessage {
  readonly url: string;
  /** The same for every attempt of one message, so that the receiver can recognise repeats. */
  readonly id: string;
  readonly sentAt: Date;
  /** `whsec_` and base64. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Sent even while the circuit breaker is open: a person is testing the receiver. */
  readonly isAskedFor?: boolean;
}

/**
 * A receiver did not accept a message. The reason names nobody and no address, because it is
 * stored, logged and shown on Settings.
 */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
