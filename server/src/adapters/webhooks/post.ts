import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { WebhookFailure } from './port.ts';

/** The limits of time and size for a receiver. */
export interface WebhookLimits {
  readonly connectMs: number;
  /** The time from the DNS query to the last byte of the answer. */
  readonly wholeMs: number;
  readonly answerBytes: number;
  /**
   * The duration of a rejected DNS look-up, the same for every reason, so that it does not reveal
   * the reason.
   */
  readonly nameMs: number;
}

interface Post {
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Aborts the whole request. */
  readonly signal: AbortSignal;
  readonly limits: WebhookLimits;
}

/**
 * Posts only to the given addresses: without another DNS query, without redirects, on a new
 * connection. The answer is read to its end, so that an incomplete one counts as a failure. Rejects
 * with `WebhookFailure`.
 */
export async function post(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body, signal, limits }: Post,
): Promise<void> {
  try {
    const answer = await answerTo();
    const status = answer.statusCode ?? 0;
    if (status < 200 || status > 299) {
      answer.destroy();
      throw new WebhookFailure(`the receiver answered ${status}`);
    }
    await readWhole(answer, limits.answerBytes);
  } catch (error) {
    throw describeFailure(error, signal);
  }

  function answerTo(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = { method: 'POST', agent: false, headers, signal, lookup: pinnedTo(addresses) } as const;
      const request = (isSecure ? secureRequest : plainRequest)(url, options, resolve);
      const late = new WebhookFailure('the receiver could not be reached in time');
      const timer = setTimeout(() => request.destroy(late), limits.connectMs);
      request.once('socket', (socket) =>
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer)),
      );
      request.once('close', () => clearTimeout(timer));
      request.on('error', reject);
      request.end(body);
    });
  }
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function readWhole(answer: IncomingMessage, most: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += Buffer.byteLength(chunk as Buffer);
    if (bytes > most) throw new WebhookFailure('the answer of the receiver was too long');
  }
}

function describeFailure(error: unknown, signal: AbortSignal): WebhookFailure {
  if (error instanceof WebhookFailure) return error;
  if (signal.aborted) return new WebhookFailure('the receiver did not answer in time', { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code.startsWith('HPE_'))
    return new WebhookFailure('the receiver answered something that is not HTTP', { cause: error });
  return new WebhookFailure(`the receiver could not be reached (${code})`, { cause: error });
}
