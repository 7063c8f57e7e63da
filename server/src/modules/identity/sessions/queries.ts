import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
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

export const deleteSessionsBefore = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('sessions').where(sql<Date>`least(ended_at, expires_at)`, '<', before),
);
