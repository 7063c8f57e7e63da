import type { AccessToken } from '@samay/contract/identity/session';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { hashOfDevice, readCookie, sameSecret } from '../../../http/cookies.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';
import { endSession } from './end-session.ts';
import { assertSameOrigin, expiryAt, successorWindowMs } from './policy.ts';
import { lockSession, rotateSession, type Session } from './queries.ts';
import {
  clearSessionCookies,
  isSignedBy,
  parseRefreshToken,
  type RefreshToken,
  setSessionCookies,
} from './session-cookies.ts';

/**
 * Issues an access token for the refresh cookie, and rotates the cookie. For ten seconds the
 * previous token gets the same successor, since a response may be lost and tabs refresh together.
 * An older one was copied, and ends the session (I-6). @throws 401 `session.required` or
 * `session.ended`, which clear the cookies; 403 for another site.
 */
export async function refresh(context: PublicContext, tokens: AccessTokens): Promise<AccessToken> {
  const { now, dependencies, request } = context;
  assertSameOrigin(request, dependencies.settings);
  assertThat(request.headers['x-requested-with'] === 'samay', 'access.denied');
  const device = readCookie(request, dependencies.settings, 'device');
  const session = await rotatedSession(context, device).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) clearSessionCookies(context);
    throw error;
  });
  setSessionCookies(context, session, orNotFound(device, 'session.required'));
  const { id, user_id: userId, assurance, device_hash: deviceHash } = session;
  return tokens.sign({ userId, sessionId: id, assurance, deviceHash }, now);
}

async function rotatedSession(context: PublicContext, device: string | undefined): Promise<Session> {
  const { dependencies, request } = context;
  const token = orNotFound(
    parseRefreshToken(readCookie(request, dependencies.settings, 'refresh')),
    'session.required',
  );
  const deviceHash = hashOfDevice(orNotFound(device, 'session.required'));
  const outcome = await asPlatform(dependencies, async (tx) => {
    const [session] = await run(tx, platform, lockSession(token));
    if (!session || !isSignedBy(token, session.refresh_key) || !sameSecret(session.device_hash, deviceHash))
      return 'unknown';
    return rotate(tx, context, session, token);
  });
  // After the commit: the error must not roll back the end of the session.
  if (outcome === 'unknown') throw new AppError('session.required');
  if (outcome === 'ended') throw new AppError('session.ended');
  return outcome;
}

async function rotate(
  tx: Tx,
  context: PublicContext,
  session: Session,
  token: RefreshToken,
): Promise<Session | 'ended'> {
  const { now } = context;
  if (session.ended_at || session.deleted_at || session.expires_at <= now) return 'ended';
  const rotating = rotateSession({ sessionId: session.id, now, expiresAt: expiryAt(session, now) });
  if (token.counter === session.refresh_counter)
    return { ...session, ...onlyRow(await run(tx, platform, rotating)) };
  const isPrevious = token.counter === session.refresh_counter - 1;
  if (isPrevious && now.getTime() - session.rotated_at.getTime() <= successorWindowMs) return session;
  await endSession(tx, context, session.id, 'reuse');
  await mailReuseWarning(tx, context, session.email);
  return 'ended';
}

/** Warns a person of a copied session (I-6). */
async function mailReuseWarning(tx: Tx, { now, dependencies }: PublicContext, email: string): Promise<void> {
  await enqueueMail(tx, now, {
    tenantId: null,
    to: email,
    subject: 'We have ended a Samay session of yours',
    text: `One of your signed-in sessions on Samay was used with an old key. That happens when someone has copied it, so we have ended that
session everywhere. Sign in again here:

${dependencies.settings.publicUrl}/login

If you did not expect this, set a new password there with "Forgot your password?": it ends all your other sessions too.`,
  });
}
