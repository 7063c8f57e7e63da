import { platform, type Tx } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { readCookie } from '../../../http/cookies.ts';
import { auditPerson } from '../../audit/index.ts';
import { findBusinessForUser } from '../people/queries.ts';
import { endLiveSessions, type EndReason, lockSession, markEnded } from './queries.ts';
import { isSignedBy, parseRefreshToken } from './session-cookies.ts';

/** Ends a session from the next request on, and audits the reason. */
export async function endSession(
  tx: Tx,
  context: PublicContext,
  sessionId: string,
  because: EndReason,
): Promise<void> {
  const [ended] = await run(tx, platform, markEnded({ sessionId, because, now: context.now }));
  if (!ended) return;
  const userId = ended.user_id;
  const person = { userId, tenantId: await findBusinessForUser(tx, userId) };
  await auditPerson(tx, context, person, 'session.ended', sessionId, { because });
}

/**
 * Ends a person's sessions except `keep` from the next request on, with one audit row. Their open
 * event streams close. Returns the number.
 */
export async function endAllSessions(
  tx: Tx,
  context: Pick<PublicContext, 'now' | 'requestId'>,
  userId: string,
  because: EndReason,
  keep?: string,
): Promise<number> {
  const ending = endLiveSessions({ userId, because, keep, now: context.now });
  const ended = await countChanged(tx, platform, ending);
  if (ended === 0) return 0;
  const person = { userId, tenantId: await findBusinessForUser(tx, userId) };
  await auditPerson(tx, context, person, 'sessions.ended', userId, { because, ended });
  return ended;
}

/** Ends the session of this browser's refresh cookie, if its signature is valid. */
export async function endSessionOfCookie(tx: Tx, context: PublicContext, because: EndReason): Promise<void> {
  const token = parseRefreshToken(readCookie(context.request, context.dependencies.settings, 'refresh'));
  if (!token) return;
  const [session] = await run(tx, platform, lockSession(token));
  if (session && isSignedBy(token, session.refresh_key)) await endSession(tx, context, session.id, because);
}
