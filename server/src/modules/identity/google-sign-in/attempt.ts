import { createHash, randomBytes } from 'node:crypto';
import type { Challenge } from '../../../adapters/identity/port.ts';

/** How long a person may take at Google, in seconds (reliability.md A13). */
export const attemptSeconds = 10 * 60;

export interface Attempt {
  /** Travels to Google and back. */
  readonly state: string;
  /** Stays in the browser that began, in a cookie that no page can read. */
  readonly secret: string;
}

export function newAttempt(): Attempt {
  return { state: randomBytes(32).toString('base64url'), secret: randomBytes(32).toString('base64url') };
}

/** What the database keeps: neither half can be made of it. */
export function hashesOf({ state, secret }: Attempt): { state_hash: string; browser_hash: string } {
  return { state_hash: derived('state', state), browser_hash: derived('browser', secret) };
}

/**
 * The question to Google. Nonce and verifier come of the browser's secret, so that an answer can be redeemed only with the cookie of the
 * browser that asked: whoever catches the address on its way back has nothing.
 */
export function challengeOf({ state, secret }: Attempt, publicUrl: string): Challenge {
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
