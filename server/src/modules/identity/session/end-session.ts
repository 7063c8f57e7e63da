import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { readCookie } from '../../../http/cookies.ts';
import { auditPerson } from '../../audit/index.ts';
import { type EndReason, lockSession, markAllEnded, markEnded } from './queries.ts';
import { isSignedBy, parseRefreshToken } from './session-cookies.ts';

/**
 * Ends a session from the next request on, and audits the reason. A session that has ended already
 * stays as it is.
 */
export async function endSession(
  tx: Tx,
  context: PublicContext,
  sessionId: string,
  because: EndReason,
): Promise<void> {
  const owner = await markEnded(tx, sessionId, because, context.now);
  if (!owner) return;
  await auditPerson(
    tx,
    context,
    { userId: owner.user_id, tenantId: owner.tenant_id },
    'session.ended',
    sessionId,
    { because },
  );
}

/**
 * Ends a person's sessions on all devices from the next request on, in a platform transaction,
 * except `keep`. Writes one audit row with the reason. Their open event streams close immediately.
 * Returns how many sessions ended.
 */
export async function endAllSessions(
  tx: Tx,
  context: Pick<PublicContext, 'now' | 'requestId'>,
  userId: string,
  because: EndReason,
  keep?: string,
): Promise<number> {
  const { ended, tenant_id: tenantId } = await markAllEnded(tx, userId, { because, keep, now: context.now });
  if (ended > 0)
    await auditPerson(tx, context, { userId, tenantId }, 'sessions.ended', userId, { because, ended });
  return ended;
}

/** Ends the session of this browser's refresh cookie, if the cookie's signature is valid. */
export async function endSessionOfCookie(tx: Tx, context: PublicContext, because: EndReason): Promise<void> {
  const token = parseRefreshToken(readCookie(context.request, context.dependencies.settings, 'refresh'));
  const session = token && (await lockSession(tx, token.sessionId));
  if (session && isSignedBy(token, session.refresh_key)) await endSession(tx, context, session.id, because);
}
