/** Sends signed messages to addresses that businesses name. */
export interface WebhookSender {
  /** Rejects with `WebhookFailure` unless the receiver took the message, that is answered 2xx and whole. */
  send(message: WebhookMessage): Promise<void>;
  /** Whether an address may be named at all, as far as can be told without asking the network. */
  mayName(url: string): boolean;
}

export interface WebhookMessage {
  readonly url: string;
  /** The same for every try of one message: the receiver's way to know it again. */
  readonly id: string;
  readonly sentAt: Date;
  /** `whsec_` and base64. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Goes out although the address is left alone after failures: a person waits for it, who may just have mended the receiver. */
  readonly isAskedFor?: boolean;
}

/** Why a receiver did not take a message; the reason names nobody and no address: it is kept, logged and shown on Settings. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}
