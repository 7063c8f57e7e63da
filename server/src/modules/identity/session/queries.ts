import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';

export type EndReason =
  | 'signed_out'
  | 'reuse'
  | 'replaced'
  | 'displaced'
  | 'ended_elsewhere'
  | 'wrong_codes'
  | 'password_changed'
  | 'removed'
  | 'role_changed'
  | 'deleted'
  | 'ended_by_platform';

export type Session = Omit<Selectable<Schema['sessions']>, 'ended_because' | 'assured_at' | 'wrong_codes'> & {
  readonly deleted_at: Date | null;
  readonly email: string;
};

const sessionColumns = [
  'user_id',
  'device_hash',
  'refresh_key',
  'refresh_counter',
  'rotated_at',
  'remember',
  'assurance',
  'created_at',
  'expires_at',
  'user_agent',
] as const;
type NewSession = Pick<Session, (typeof sessionColumns)[number]>;

export const insertSession = statement<NewSession, { id: string }>((db, values) =>
  db.insertInto('sessions').values(pick(values, sessionColumns)).returning('id'),
);

/** Ends a person's oldest live sessions so that the newest and some others remain. */
export const endOldestSessions = statement<
  { userId: string; newest: string; others: number; now: Date },
  object
>((db, { userId, newest, others, now }) =>
  db
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: 'displaced' satisfies EndReason })
    .where('id', 'in', () =>
      db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '!=', newest)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('rotated_at', 'desc')
        .orderBy('id')
        .offset(others),
    ),
);

interface Ending {
  readonly because: EndReason;
  readonly now: Date;
}

/** Ends a person's live sessions except the one to keep. */
export const endLiveSessions = statement<Ending & { userId: string; keep: string | undefined }, object>(
  (db, { userId, because, keep, now }) =>
    db
      .updateTable('sessions')
      .set({ ended_at: now, ended_because: because })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where(sql<boolean>`id is distinct from ${keep}`),
);

/** Locks a session, live or ended. */
export const lockSession = statement<{ sessionId: string }, Session>((db, { sessionId }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.ended_at', 'users.deleted_at', 'users.email'])
    .select(sessionColumns.map((name) => `sessions.${name}` as const))
    .where('sessions.id', '=', sessionId)
    .forUpdate('sessions'),
);

export const rotateSession = statement<
  { sessionId: string; now: Date; expiresAt: Date },
  Pick<Session, 'refresh_counter' | 'rotated_at' | 'expires_at'>
>((db, { sessionId, now, expiresAt }) =>
  db
    .updateTable('sessions')
    .set((row) => ({
      refresh_counter: row('refresh_counter', '+', 1),
      rotated_at: now,
      expires_at: expiresAt,
    }))
    .where('id', '=', sessionId)
    .returning(['refresh_counter', 'rotated_at', 'expires_at']),
);

/** Ends the session. Answers the id of its person; no row if it had ended before. */
export const markEnded = statement<Ending & { sessionId: string }, { user_id: string }>(
  (db, { sessionId, because, now }) =>
    db
      .updateTable('sessions')
      .set({ ended_at: now, ended_because: because })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .returning('user_id'),
);
