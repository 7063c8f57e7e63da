import { createHash, randomBytes } from 'node:crypto';
import type { Challenge } from '../../../adapters/identity/port.ts';

/** Limits an attempt's lifetime (P-2.44). */
export const attemptSeconds = 10 * 60;

export interface Attempt {
  /** The OAuth state parameter. */
  readonly state: string;
  readonly secret: string;
}

export function newAttempt(): Attempt {
  return { state: randomBytes(32).toString('base64url'), secret: randomBytes(32).toString('base64url') };
}

export function getHashes({ state, secret }: Attempt): { state_hash: string; browser_hash: string } {
  return { state_hash: derived('state', state), browser_hash: derived('browser', secret) };
}

/**
 * Builds the authorization request. Nonce and PKCE verifier come from the browser's secret: an
 * intercepted callback cannot be redeemed in another browser.
 */
export function makeChallenge({ state, secret }: Attempt, publicUrl: string): Challenge {
  return {
    redirectUri: `${publicUrl}/oauth/callback`,
    state,
    nonce: derived('nonce', secret),
    codeVerifier: derived('code verifier', secret),
  };
}

function derived(purpose: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${secret}`).digest('base64url');
}
