import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions, endSession } from '../session/end-session.ts';
import { isLiveSessionOf } from '../session/queries.ts';

/** Ends one of the caller's sessions. `not_found` for what is nobody's, another's, or over. */
export async function endOwnSession(context: SessionContext, sessionId: string): Promise<void> {
  const { caller, dependencies, now } = context;
  await asPlatform(dependencies, async (tx) => {
    assertThat(await isLiveSessionOf(tx, caller.userId, sessionId, now), 'not_found');
    await endSession(tx, context, sessionId, 'ended_elsewhere');
  });
}

/** Ends all of the caller's sessions but this one. */
export async function endOtherSessions(context: SessionContext): Promise<{ ended: number }> {
  const { sessionId, userId } = context.caller;
  return asPlatform(context.dependencies, async (tx) => ({
    ended: await endAllSessions(tx, context, userId, 'ended_elsewhere', sessionId),
  }));
}
