import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CalendarChallenge } from '../../../adapters/calendar/port.ts';
import { sameSecret } from '../../../http/cookies.ts';
import { fingerprint, fingerprints, type EncryptionKeys } from '../../../core/encryption.ts';

/** Limits an attempt's lifetime (P-12.1). */
export const attemptSeconds = 10 * 60;

export interface Attempt {
  /** JSON with user_id and tenant_id, a nonce, and our signature over them. */
  readonly state: string;
  readonly secret: string;
}

interface Owner {
  readonly user_id: string;
  readonly tenant_id: string;
}

const statePurpose = 'calendar state';
const State = z.strictObject({
  user_id: z.string(),
  tenant_id: z.string(),
  nonce: z.string(),
  signature: z.string(),
});

export function newAttempt(keys: EncryptionKeys, owner: Owner): Attempt {
  const signed = { ...owner, nonce: randomBytes(24).toString('base64url') };
  return {
    state: JSON.stringify({ ...signed, signature: fingerprint(keys, statePurpose, toText(signed)) }),
    secret: randomBytes(32).toString('base64url'),
  };
}

/** Returns whether we signed a state, for this person in this business. */
export function isStateFor(keys: EncryptionKeys, state: string, { user_id, tenant_id }: Owner): boolean {
  const parsed = State.safeParse(parsedJson(state));
  if (!parsed.success) return false;
  const { signature, ...signed } = parsed.data;
  const isOurs = fingerprints(keys, statePurpose, toText(signed)).some((ours) => sameSecret(signature, ours));
  return isOurs && signed.user_id === user_id && signed.tenant_id === tenant_id;
}

/**
 * Returns the hashes to store, from which neither value can be derived; those of a sign-in differ.
 */
export function getHashes({ state, secret }: Attempt): { state_hash: string; browser_hash: string } {
  return { state_hash: derived(statePurpose, state), browser_hash: derived('calendar browser', secret) };
}

/**
 * Builds the request to Google. Its PKCE verifier derives from the browser's secret: an intercepted
 * callback is useless.
 */
export function makeChallenge({ state, secret }: Attempt, publicUrl: string): CalendarChallenge {
  return {
    redirectUri: `${publicUrl}/oauth/callback`,
    state,
    codeVerifier: derived('calendar code verifier', secret),
  };
}

function toText({ user_id, tenant_id, nonce }: Owner & { nonce: string }): string {
  return [user_id, tenant_id, nonce].join('\n');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The text is no JSON, so it is no state that we signed.
  }
}

function derived(purpose: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${secret}`).digest('base64url');
}
