import { createHmac } from 'node:crypto';
import { sameSecret } from '../../../http/cookies.ts';

export interface SignedSession {
  readonly id: string;
  readonly refresh_key: Buffer;
  readonly refresh_counter: number;
}

/** The parts of a refresh cookie, `session.counter.HMAC`, not verified yet. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly mac: string;
}

/** The refresh token that a session accepts now. It is derived from the row, so that the same state always gives the same token. */
export function refreshTokenOf({ id, refresh_key: key, refresh_counter: counter }: SignedSession): string {
  return `${id}.${counter}.${macOf(key, id, counter)}`;
}

/** Parses a refresh cookie; undefined if it has another form. */
export function parseRefreshToken(text: string | undefined): RefreshToken | undefined {
  const parts = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '');
  const [, sessionId, counter, mac] = parts ?? [];
  return sessionId && counter && mac ? { sessionId, counter: Number(counter), mac } : undefined;
}

export function isSignedBy({ sessionId, counter, mac }: RefreshToken, key: Buffer): boolean {
  return sameSecret(mac, macOf(key, sessionId, counter));
}

function macOf(key: Buffer, sessionId: string, counter: number): string {
  return createHmac('sha256', key).update(`${sessionId}.${counter}`).digest('base64url');
}
