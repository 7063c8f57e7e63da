import { createHmac } from 'node:crypto';
import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, sameSecret, setCookie } from '../../../http/cookies.ts';
import { cookieSeconds } from './policy.ts';

export function setSessionCookies(
  { reply, dependencies, now }: PublicContext,
  session: SignedSession & { readonly remember: boolean; readonly created_at: Date },
  device: string,
): void {
  const seconds = cookieSeconds(session, now);
  setCookie(reply, dependencies.settings, 'refresh', getRefreshToken(session), seconds);
  setCookie(reply, dependencies.settings, 'device', device, seconds);
}

export function clearSessionCookies({ reply, dependencies }: PublicContext): void {
  clearCookie(reply, dependencies.settings, 'refresh');
  clearCookie(reply, dependencies.settings, 'device');
}

export interface SignedSession {
  readonly id: string;
  readonly refresh_key: Buffer;
  readonly refresh_counter: number;
}

/** The parts of `session.counter.HMAC`, not verified yet. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly mac: string;
}

/** Returns the token that the session accepts now; one row always gives one token. */
export function getRefreshToken({ id, refresh_key: key, refresh_counter: counter }: SignedSession): string {
  return `${id}.${counter}.${computeMac(key, id, counter)}`;
}

export function parseRefreshToken(text: string | undefined): RefreshToken | undefined {
  const parts = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '');
  const [, sessionId, counter, mac] = parts ?? [];
  return sessionId && counter && mac ? { sessionId, counter: Number(counter), mac } : undefined;
}

export function isSignedBy({ sessionId, counter, mac }: RefreshToken, key: Buffer): boolean {
  return sameSecret(mac, computeMac(key, sessionId, counter));
}

function computeMac(key: Buffer, sessionId: string, counter: number): string {
  return createHmac('sha256', key).update(`${sessionId}.${counter}`).digest('base64url');
}
