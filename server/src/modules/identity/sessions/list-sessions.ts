import type { SessionLine } from '@samay/contract/identity/sessions';
import { readAtOnceAsPlatform } from '../../../db/read-at-once.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { listLiveSessions } from './queries.ts';

/** Lists the devices on which the caller is signed in, this session first. */
export async function listSessions({ caller, dependencies, now }: SessionContext): Promise<{ items: SessionLine[] }> {
  const { describeDevice } = await import('./describe-device.ts');
  const { rows } = await readAtOnceAsPlatform(dependencies, { rows: listLiveSessions({ userId: caller.userId, now }) });
  const items = rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === caller.sessionId,
    ...describeDevice(row.user_agent),
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.rotated_at.toISOString(),
  }));
  return { items: items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) };
}
