import type { SessionLine } from '@samay/contract/identity/sessions';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { listLiveSessions, type LiveSession } from './queries.ts';

/** Lists the devices on which the caller is signed in, this session first. */
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

/** Lists the devices on which a person is signed in, in a platform transaction. */
export async function sessionsOf(tx: Tx, userId: string, now: Date): Promise<Described[]> {
  return described(await run(tx, { tenantId: platformTenant }, listLiveSessions({ userId, now })));
}

type Described = Omit<SessionLine, 'isCurrent'>;

async function described(rows: readonly LiveSession[]): Promise<Described[]> {
  const { describeDevice } = await import('./describe-device.ts');
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.rotated_at.toISOString(),
  }));
}
