import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, Payment, Refund } from './ledger.ts';

export type EventKind =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed';

/** The entities of an event. */
export interface About {
  readonly order?: Order | undefined;
  readonly payment: Payment;
  readonly refund?: Refund | undefined;
}

const maxAttempts = 6;
const firstRetryMs = 500;
const timeoutMs = 5000;

/** Sends signed webhooks to a merchant's address, and retries until it answers 2xx. */
export class WebhookSender {
  readonly #accountId: string;
  readonly #ending = new AbortController();
  #address: string | undefined;
  #secret: string;
  #pending = 0;

  constructor(
    accountId: string,
    { address, secret }: { readonly address: string | undefined; readonly secret: string },
  ) {
    this.#accountId = accountId;
    this.#address = address;
    this.#secret = secret;
  }

  get address(): string | undefined {
    return this.#address;
  }

  /** Sets the address and the secret of what is sent from now on, as the merchant types them. */
  set(address: string, secret: string): void {
    this.#address = address === '' ? undefined : address;
    this.#secret = secret;
  }

  /**
   * Delivers `copies` of one event after `delayMs`. Never rejects: the merchant has to detect a
   * lost event itself.
   */
  async send(kind: EventKind, about: About, { copies = 1, delayMs = 0 } = {}): Promise<void> {
    if (!this.#address) return;
    this.#pending += 1;
    await this.#send(this.#address, eventBody(kind, this.#accountId, about), copies, delayMs);
    this.#pending -= 1;
  }

  /** The number of events that are not delivered yet. */
  get pending(): number {
    return this.#pending;
  }

  async #send(address: string, body: string, copies: number, delayMs: number): Promise<void> {
    const eventId = randomUUID();
    const isSent = await wait(delayMs, true, { signal: this.#ending.signal }).catch(() => false);
    if (!isSent) return;
    await Promise.all(Array.from({ length: copies }, () => this.#deliver(address, eventId, body)));
  }

  stop(): void {
    this.#ending.abort();
  }

  async #deliver(address: string, eventId: string, body: string): Promise<void> {
    for (let at = 0; at < maxAttempts && !this.#ending.signal.aborted; at += 1) {
      if (await this.#post(address, eventId, body)) return;
      await wait(firstRetryMs * 2 ** at, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  async #post(address: string, eventId: string, body: string): Promise<boolean> {
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', this.#secret).update(body).digest('hex'),
      'x-razorpay-event-id': eventId,
    };
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#ending.signal]);
    return fetch(address, { method: 'POST', headers, body, signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

function eventBody(kind: EventKind, accountId: string, { order, payment, refund }: About): string {
  const entities = {
    ...(refund && { refund }),
    payment,
    ...(kind === 'order.paid' && order && { order }),
  };
  return JSON.stringify({
    entity: 'event',
    account_id: accountId,
    event: kind,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: (refund ?? payment).created_at,
  });
}
