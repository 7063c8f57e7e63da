import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { mayReach } from './allowed-address.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { WebhookLimits } from './post.ts';
import { WebhookFailure, type WebhookMessage, type WebhookSender } from './port.ts';

export interface WebhookOptions {
  /** Whether this machine's own addresses are allowed, by http: in the demo and in tests. */
  readonly toLoopback: boolean;
  readonly limits?: Partial<WebhookLimits>;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

const usual: WebhookLimits = { connectMs: 5_000, wholeMs: 10_000, answerBytes: 65_536, nameMs: 3_000 };

/**
 * Sends webhooks signed by https://www.standardwebhooks.com. The receiver's name is resolved once,
 * all its addresses are checked, and the connection goes to a checked address, so that DNS
 * rebinding has no effect. The circuit breaker is per full address, because many businesses use one
 * service.
 */
export function signedWebhooks({
  toLoopback,
  limits: given,
  resolve = resolved,
}: WebhookOptions): WebhookSender {
  const limits = { ...usual, ...given };
  const breaker = new CircuitBreaker();
  return {
    mayName: (url) => mayName(url, toLoopback),
    async send(message) {
      const url = new URL(message.url);
      const now = message.sentAt.getTime();
      if (!message.isAskedFor && breaker.isResting(url.href, now))
        throw new WebhookFailure('the receiver failed too often, so the next try is in a minute');
      try {
        await within(url, message);
        breaker.noteSuccess(url.href);
      } catch (error) {
        breaker.noteFailure(url.href, now);
        throw error;
      }
    },
  };

  async function within(url: URL, message: WebhookMessage): Promise<void> {
    if (!mayName(message.url, toLoopback))
      throw new WebhookFailure('messages cannot be sent to this address');
    // Imported by the first message, before its time begins.
    const { post } = await import('./post.ts');
    const signal = AbortSignal.timeout(limits.wholeMs);
    const addresses = await found(url);
    if (url.protocol === 'http:' && !addresses.every(({ address }) => isLoopback(address)))
      throw new WebhookFailure('the address is not https');
    await post(url, addresses, { headers: getHeaders(message), body: message.body, signal, limits });
  }

  /**
   * Resolves the receiver's name; all its addresses must be allowed. An unknown name and one of a
   * private network are refused with one message after an equal time, so that nobody can discover
   * the names of a private network.
   */
  async function found(url: URL): Promise<LookupAddress[]> {
    const isOver = wait(limits.nameMs, [], { ref: false });
    const addresses = await Promise.race([resolve(bareHost(url)).catch(() => []), isOver]);
    if (addresses.length > 0 && addresses.every(({ address }) => mayReach(address, toLoopback)))
      return addresses;
    await isOver;
    throw new WebhookFailure('the name of the receiver has no address on the internet');
  }
}

/** Checks the form of an address. Its name is checked for a private network when it is resolved. */
function mayName(text: string, toLoopback: boolean): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  const host = bareHost(url);
  const isLocal = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
  if (isLocal) return toLoopback && ['http:', 'https:'].includes(url.protocol);
  const isLiteral = /^[\d.]+$|:/.test(host);
  return url.protocol === 'https:' && (!isLiteral || mayReach(host, toLoopback));
}

function isLoopback(address: string): boolean {
  return mayReach(address, true) && !mayReach(address, false);
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function resolved(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true });
}

function getHeaders({ id, sentAt, secret, body }: WebhookMessage): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Samay-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
}
