import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { instantNow } from '../party/clock.ts';

const toleranceSeconds = 300;

/**
 * Verifies a message's signature as https://www.standardwebhooks.com specifies, and returns the
 * result in words. One of the signatures in the header must be the HMAC-SHA256 of id, timestamp and
 * body with the secret (`whsec_` and base64).
 */
export function checkSignature(headers: IncomingHttpHeaders, body: string, secret: string): string {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (!id || !timestamp || !signatures) return 'none: the message is not signed';
  if (secret === '') return 'not checked: no secret is set';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isRight = signatures
    .split(' ')
    .some((one) => one.startsWith('v1,') && isSame(Buffer.from(one.slice(3), 'base64'), right));
  if (!isRight) return 'wrong: made with another secret, or the message was changed';
  const age = Math.abs(Date.parse(instantNow()) / 1000 - Number(timestamp));
  return age <= toleranceSeconds ? 'right' : 'right, but the message is more than five minutes old';
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
