import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, setCookie } from '../../../http/cookies.ts';
import { cookieSeconds } from './policy.ts';
import { refreshTokenOf, type SignedSession } from './refresh-token.ts';

interface CookieSession extends SignedSession {
  readonly remember: boolean;
  readonly created_at: Date;
}

/** Sets the cookies with the session's refresh token and the device key, both for the same time. */
export function setSessionCookies({ reply, dependencies, now }: PublicContext, session: CookieSession, device: string): void {
  const seconds = cookieSeconds(session, now);
  setCookie(reply, dependencies.settings, 'refresh', refreshTokenOf(session), seconds);
  setCookie(reply, dependencies.settings, 'device', device, seconds);
}

export function clearSessionCookies({ reply, dependencies }: PublicContext): void {
  clearCookie(reply, dependencies.settings, 'refresh');
  clearCookie(reply, dependencies.settings, 'device');
}
