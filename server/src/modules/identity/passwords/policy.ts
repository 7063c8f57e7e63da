import type { LinkPurpose, MailedLink } from '@samay/contract/identity/passwords';
import { createHash, randomBytes } from 'node:crypto';
import { emailKey } from '../people/policy.ts';
import type { LinkKey } from './queries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Sets how long a mailed link works (P-2.33). */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  recovery: 15 * minuteMs,
  signup: dayMs,
  invite: 7 * dayMs,
};

export function newSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: getHash(secret) };
}

/** Returns the condition for a row: a token with another address or purpose is no link. */
export function getKey(link: MailedLink): LinkKey {
  if ('accessToken' in link)
    return { tokenHash: getHash(link.accessToken), purpose: 'recovery', id: link.refreshToken };
  return { tokenHash: getHash(link.token), purpose: link.type, emailKey: emailKey(link.email) };
}

function getHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
