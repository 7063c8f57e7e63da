import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, setCookie } from '../../../http/cookies.ts';
import { cookieSeconds } from './policy.ts';
import { refreshTokenOf, type SignedSession } from './refresh-token.ts';

interface CookieSession extends SignedSession {
  readonly remember: boolean;
  readonly created_at: Date;
}

/** Hands the browser the refresh token of the session as it stands, and its device cookie for as long. */
export function giveCookies({ reply, parts, now }: PublicContext, session: CookieSession, device: string): void {
  const seconds = cookieSeconds(session, now);
  setCookie(reply, parts.settings, 'refresh', refreshTokenOf(session), seconds);
  setCookie(reply, parts.settings, 'device', device, seconds);
}

export function takeCookies({ reply, parts }: PublicContext): void {
  clearCookie(reply, parts.settings, 'refresh');
  clearCookie(reply, parts.settings, 'device');
}
