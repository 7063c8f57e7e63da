import type { SessionLine } from '@samay/contract/identity/sessions';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions, endSession } from '../session/end-session.ts';
import { listLiveSessions, type LiveSession } from './queries.ts';

/** Lists the caller's sessions, this one first. */
export async function listSessions({
  caller,
  dependencies,
  now,
}: SessionContext): Promise<{ items: SessionLine[] }> {
  const { rows } = await readInOneMessageAsPlatform(dependencies, {
    rows: listLiveSessions({ userId: caller.userId, now }),
  });
  const items = (await described(rows)).map((line) => ({ ...line, isCurrent: line.id === caller.sessionId }));
  return { items: items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) };
}

export async function readSessions(tx: Tx, userId: string, now: Date): Promise<Described[]> {
  return described(await run(tx, platform, listLiveSessions({ userId, now })));
}

type Described = Omit<SessionLine, 'isCurrent'>;

async function described(rows: readonly LiveSession[]): Promise<Described[]> {
  const { default: bowser } = await import('bowser');
  return rows.map((row) => {
    const device = row.user_agent ? bowser.parse(row.user_agent) : undefined;
    return {
      id: row.id,
      browser: device?.browser.name || null,
      system: device?.os.name || null,
      startedAt: row.created_at.toISOString(),
      lastUsedAt: row.rotated_at.toISOString(),
    };
  });
}

/** Ends one of the caller's live sessions. @throws `not_found`. */
export async function endOwnSession(context: SessionContext, sessionId: string): Promise<void> {
  const { caller, dependencies, now } = context;
  await asPlatform(dependencies, async (tx) => {
    const own = await run(tx, platform, listLiveSessions({ userId: caller.userId, now }));
    assertThat(
      own.some(({ id }) => id === sessionId.toLowerCase()),
      'not_found',
    );
    await endSession(tx, context, sessionId, 'ended_elsewhere');
  });
}

/** Ends all of the caller's sessions except this one. */
export async function endOtherSessions(context: SessionContext): Promise<{ ended: number }> {
  const { sessionId, userId } = context.caller;
  return asPlatform(context.dependencies, async (tx) => ({
    ended: await endAllSessions(tx, context, userId, 'ended_elsewhere', sessionId),
  }));
}
