import type { Insertable, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';

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

export async function insertSession(tx: Tx, session: Omit<Insertable<Schema['sessions']>, 'id'>) {
  const { id } = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Ends a person's oldest live sessions so that `keep` remain. Returns the number of ended ones. */
export async function endOldestSessions(tx: Tx, userId: string, newest: string, keep: number, now: Date) {
  const beyond = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', newest)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('rotated_at', 'desc')
    .orderBy('id')
    .offset(keep - 1);
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: 'displaced' satisfies EndReason })
    .where('id', 'in', () => beyond)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function markAllEnded(
  tx: Tx,
  userId: string,
  { because, keep, now }: { because: EndReason; keep?: string | undefined; now: Date },
) {
  let ending = tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: because })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  if (keep) ending = ending.where('id', '!=', keep);
  return Number((await ending.executeTakeFirst()).numUpdatedRows);
}

/** Locks a session, live or ended. */
export async function lockSession(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.device_hash',
      'sessions.refresh_key',
      'sessions.refresh_counter',
      'sessions.rotated_at',
      'sessions.remember',
      'sessions.assurance',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.user_agent',
    ])
    .select(['users.deleted_at', 'users.email'])
    .where('sessions.id', '=', sessionId)
    .forUpdate('sessions')
    .executeTakeFirst();
}

export async function rotateSession(tx: Tx, sessionId: string, now: Date, expiresAt: Date) {
  return tx
    .updateTable('sessions')
    .set((row) => ({
      refresh_counter: row('refresh_counter', '+', 1),
      rotated_at: now,
      expires_at: expiresAt,
    }))
    .where('id', '=', sessionId)
    .returning(['refresh_counter', 'rotated_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Ends the session. Returns the id of its person; undefined if it had ended before. */
export async function markEnded(tx: Tx, sessionId: string, because: EndReason, now: Date) {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

interface SuspensionRow {
  readonly reason: string | null;
  readonly until_paid: boolean;
}

/** Reads why a business is suspended; no row where it is not. */
export const readSuspension = statement<object, SuspensionRow>((db, { tenantId }) =>
  db
    .selectFrom('tenants')
    .select(['suspended_reason as reason', 'suspended_until_paid as until_paid'])
    .where('id', '=', tenantId)
    .where('status', '=', 'suspended'),
);
