import type { AccessToken } from '@samay/contract/identity/session';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie, sameSecret } from '../../../http/cookies.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { endSession } from './end-session.ts';
import { giveCookies, takeCookies } from './session-cookies.ts';
import { assertSameOrigin, expiryOf, successorWindowMs } from './policy.ts';
import { lockSession, rotateSession, type Session } from './queries.ts';
import { isSignedBy, parseRefreshToken, type RefreshToken } from './refresh-token.ts';
import { warnOfReuse } from './email-templates.ts';

/**
 * A new access token for the refresh cookie, which is rotated. For ten seconds the token before gets the same successor, because
 * a reply may be lost and tabs may ask at once; any older one was copied, and ends the session (reliability.md A8, I6). Refuses
 * with 401 `session.required` or `session.ended`, which also takes the cookies away, and 403 what another site sends.
 */
export async function refresh(context: PublicContext, tokens: AccessTokens): Promise<AccessToken> {
  const { now, dependencies, request } = context;
  assertSameOrigin(request, dependencies.settings);
  assertThat(request.headers['x-requested-with'] === 'samay', 'access.denied');
  const device = readCookie(request, dependencies.settings, 'device');
  const session = await successor(context, device).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) takeCookies(context);
    throw error;
  });
  giveCookies(context, session, orNotFound(device, 'session.required'));
  const { id, user_id: userId, assurance, device_hash: deviceHash } = session;
  return tokens.sign({ userId, sessionId: id, assurance, deviceHash }, now);
}

async function successor(context: PublicContext, device: string | undefined): Promise<Session> {
  const { dependencies, request } = context;
  const token = orNotFound(parseRefreshToken(readCookie(request, dependencies.settings, 'refresh')), 'session.required');
  const deviceHash = hashOfDevice(orNotFound(device, 'session.required'));
  const outcome = await asPlatform(dependencies, async (tx) => {
    const session = await lockSession(tx, token.sessionId);
    if (!session || !isSignedBy(token, session.refresh_key) || !sameSecret(session.device_hash, deviceHash)) return 'unknown';
    return rotate(tx, context, session, token);
  });
  // Refused after the commit: the end of a session must not be rolled back with the refusal.
  if (outcome === 'unknown') throw new AppError('session.required');
  if (outcome === 'ended') throw new AppError('session.ended');
  return outcome;
}

async function rotate(tx: Tx, context: PublicContext, session: Session, token: RefreshToken): Promise<Session | 'ended'> {
  const { now } = context;
  if (session.ended_at || session.deleted_at || session.expires_at <= now) return 'ended';
  if (token.counter === session.refresh_counter) {
    return { ...session, ...(await rotateSession(tx, session.id, { now, expiresAt: expiryOf(session, now) })) };
  }
  const isPrevious = token.counter === session.refresh_counter - 1;
  if (isPrevious && now.getTime() - session.rotated_at.getTime() <= successorWindowMs) return session;
  await endSession(tx, context, session.id, 'reuse');
  await warnOfReuse(tx, context, session.email);
  return 'ended';
}
