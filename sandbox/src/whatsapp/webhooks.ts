import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const maxAttempts = 7;
const firstRetryMs = 500;
const timeoutMs = 5000;
const collectMs = 300;

/** One change that a webhook reports: `messages` or `message_template_status_update`. */
export interface Change {
  readonly accountId: string;
  readonly field: string;
  readonly value: object;
}

/** The way in which webhooks are sent. */
interface Manner {
  readonly copies?: number;
  readonly delayMs?: number;
  /** Whether the change waits for others and leaves with them. */
  readonly isBatched?: boolean;
  readonly isForged?: boolean;
}

/** Sends signed webhooks to the app's address, and retries until it answers 200. */
export class WhatsAppWebhooks {
  readonly #address: string | undefined;
  readonly #appSecret: string;
  readonly #verifyToken: string;
  readonly #ending = new AbortController();
  #batch: Change[] = [];
  #pending = 0;

  constructor(address: string | undefined, secrets: { appSecret: string; verifyToken: string }) {
    this.#address = address;
    this.#appSecret = secrets.appSecret;
    this.#verifyToken = secrets.verifyToken;
  }

  /** The number of changes that are not delivered yet. */
  get pending(): number {
    return this.#pending;
  }

  stop(): void {
    this.#ending.abort();
  }

  /** Asks the address for the challenge, as Meta does when the address is saved. */
  async verify(): Promise<boolean> {
    if (!this.#address) return false;
    const url = new URL(this.#address);
    const challenge = '1158201444';
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.challenge', challenge);
    url.searchParams.set('hub.verify_token', this.#verifyToken);
    return fetch(url, { signal: this.#limit() }).then(
      async (reply) => reply.status === 200 && (await reply.text()) === challenge,
      () => false,
    );
  }

  /** Delivers one change. Never rejects: a lost webhook is lost. */
  async send(change: Change, { copies = 1, delayMs = 0, isBatched, isForged }: Manner): Promise<void> {
    if (!this.#address) return;
    this.#pending += 1;
    try {
      if (isBatched) return await this.#sendLater(change);
      await wait(delayMs, undefined, { signal: this.#ending.signal });
      const body = toBody([change]);
      for (let copy = 0; copy < copies; copy += 1) await this.#deliver(this.#address, body, isForged);
    } catch {
      // The sandbox ends.
    } finally {
      this.#pending -= 1;
    }
  }

  /** Sends the change with those of the moments after it. The first of them waits for all. */
  async #sendLater(change: Change): Promise<void> {
    this.#batch.push(change);
    if (this.#batch.length > 1) return;
    await wait(collectMs, undefined, { signal: this.#ending.signal });
    const changes = this.#batch;
    this.#batch = [];
    await this.#deliver(this.#address ?? '', toBody(changes));
  }

  async #deliver(address: string, body: string, isForged = false): Promise<void> {
    const attempts = isForged ? 1 : maxAttempts;
    for (let at = 0; at < attempts && !this.#ending.signal.aborted; at += 1) {
      if (await this.#post(address, body, isForged)) return;
      await wait(firstRetryMs * 2 ** at, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  #post(address: string, body: string, isForged: boolean): Promise<boolean> {
    const secret = isForged ? `${this.#appSecret}?` : this.#appSecret;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    return fetch(address, { method: 'POST', headers, body, signal: this.#limit() }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  #limit(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#ending.signal]);
  }
}

/**
 * Writes the body of a webhook. Meta escapes every character outside of ASCII and the slash, so
 * that a receiver that serialises the parsed body again computes another signature.
 */
function toBody(changes: readonly Change[]): string {
  const accounts = Map.groupBy(changes, ({ accountId }) => accountId);
  const entry = Array.from(accounts, ([id, own]) => ({
    id,
    changes: own.map(({ field, value }) => ({ field, value })),
  }));
  return JSON.stringify({ object: 'whatsapp_business_account', entry })
    .replaceAll('/', String.raw`\/`)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
