import type { Tx } from '../../db/tenant.ts';
import type { PublicContext } from '../../http/context.ts';
import { readCookie } from '../../http/cookies.ts';
import { auditPerson } from '../audit/index.ts';
import { type EndReason, lockSession, markEnded } from './queries.ts';
import { isSignedBy, parseRefreshToken } from './refresh-token.ts';

/** Ends a session, from the next request on, and notes why; one that has ended already stays as it is. */
export async function endSession(tx: Tx, context: PublicContext, sessionId: string, because: EndReason): Promise<void> {
  const owner = await markEnded(tx, sessionId, because, context.now);
  if (!owner) return;
  await auditPerson(tx, context, { userId: owner.user_id, tenantId: owner.tenant_id }, 'session.ended', sessionId, { because });
}

/** Ends the session whose refresh cookie this browser holds, if that cookie is genuine. */
export async function endSessionOfCookie(tx: Tx, context: PublicContext, because: EndReason): Promise<void> {
  const token = parseRefreshToken(readCookie(context.request, context.parts.settings, 'refresh'));
  const session = token && (await lockSession(tx, token.sessionId));
  if (session && isSignedBy(token, session.refresh_key)) await endSession(tx, context, session.id, because);
}
