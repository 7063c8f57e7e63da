import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../core/secrets.ts';

type ReportKeys = Pick<Secrets, 'bookingLinkKeys'>;

/** The kinds of reports that an address receives: of delivered SMS, or of payments. */
export type ReportKind = 'sms-reports' | 'online-payments';

/** The bytes of a secret: the short id of the business, and its signature. */
const parts = [5, 16] as const;
const secretPattern = /^[\w-]{28}$/;

/**
 * Composes the secret in the address to which a provider reports to a business; signed with the
 * installation's first key.
 */
export function composeReportSecret(
  { bookingLinkKeys: [first] }: ReportKeys,
  kind: ReportKind,
  shortId: string,
): string {
  if (!first) throw new Error('there is no key');
  const named = Buffer.from(shortId, 'hex');
  return Buffer.concat([named, sign(kind, named, first.key)]).toString('base64url');
}

/**
 * Reads the short id of the business in such a secret; undefined where no key of the installation
 * signed it. Asks no database, and compares in constant time.
 */
export function readReportSecret(
  { bookingLinkKeys }: ReportKeys,
  kind: ReportKind,
  secret: string,
): string | undefined {
  if (!secretPattern.test(secret)) return undefined;
  const bytes = Buffer.from(secret, 'base64url');
  const [named, signature] = [bytes.subarray(0, parts[0]), bytes.subarray(parts[0])];
  const isOurs = bookingLinkKeys.some(({ key }) => timingSafeEqual(sign(kind, named, key), signature));
  return isOurs ? named.toString('hex') : undefined;
}

/** Signs a short id: the first 128 bits of an HMAC, which has the kind of address in front. */
function sign(kind: ReportKind, named: Buffer, key: string): Buffer {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update(`${kind}\n`).update(named);
  return hmac.digest().subarray(0, parts[1]);
}
