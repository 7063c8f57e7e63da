import { sql } from 'kysely';
import { run } from '../../../db/transaction.ts';
import { statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';
import type { Session } from '../session/queries.ts';

export type LiveSession = Pick<Session, 'id' | 'user_agent' | 'created_at' | 'rotated_at'>;

/** Lists a person's live sessions, the one used last first. */
export const listLiveSessions = statement<{ userId: string; now: Date }, LiveSession>((db, { userId, now }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'rotated_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('rotated_at', 'desc')
    .orderBy('id'),
);

export async function isOwnLiveSession(tx: Tx, userId: string, sessionId: string, now: Date) {
  const sessions = await run(tx, { tenantId: platformTenant }, listLiveSessions({ userId, now }));
  return sessions.some(({ id }) => id === sessionId.toLowerCase());
}

export async function deleteSessionsBefore(tx: Tx, before: Date) {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where(sql<Date>`least(ended_at, expires_at)`, '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
