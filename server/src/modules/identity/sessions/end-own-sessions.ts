import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions, endSession } from '../session/end-session.ts';
import { isLiveSessionOf } from './queries.ts';

/**
 * Ends one of the caller's sessions. @throws `not_found` if it does not exist, is another person's,
 * or has ended.
 */
export async function endOwnSession(context: SessionContext, sessionId: string): Promise<void> {
  const { caller, dependencies, now } = context;
  await asPlatform(dependencies, async (tx) => {
    assertThat(await isLiveSessionOf(tx, caller.userId, sessionId, now), 'not_found');
    await endSession(tx, context, sessionId, 'ended_elsewhere');
  });
}

/** Ends all of the caller's sessions except this one. Returns how many ended. */
export async function endOtherSessions(context: SessionContext): Promise<{ ended: number }> {
  const { sessionId, userId } = context.caller;
  return asPlatform(context.dependencies, async (tx) => ({
    ended: await endAllSessions(tx, context, userId, 'ended_elsewhere', sessionId),
  }));
}
