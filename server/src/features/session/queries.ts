import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Tx } from '../../db/tenant.ts';

export type EndReason = 'signed_out' | 'reuse' | 'replaced' | 'displaced';

export interface Person {
  readonly id: string;
  readonly password_hash: string | null;
  readonly tenant_id: string | null;
}

/** A session's row, and whether its person is still there. */
export type Session = Selectable<Schema['sessions']> & { readonly deleted_at: Date | null };

export async function findPerson(tx: Tx, emailKey: string): Promise<Person | undefined> {
  return tx
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.password_hash', 'memberships.tenant_id'])
    .where('users.email_key', '=', emailKey)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The person, if this is still their password; their sign-ins wait for one another from here on. */
export async function lockPerson(tx: Tx, userId: string, passwordHash: string | null): Promise<{ tenant_id: string | null } | undefined> {
  return tx
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select('memberships.tenant_id')
    .where('users.id', '=', userId)
    .where('users.password_hash', 'is not distinct from', passwordHash)
    .where('users.deleted_at', 'is', null)
    .forUpdate('users')
    .executeTakeFirst();
}

export async function replacePasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

export async function insertSession(tx: Tx, session: Omit<Insertable<Schema['sessions']>, 'id'>): Promise<string> {
  const { id } = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Ends a person's oldest live sessions, so that `keep` are left with the newest, and says how many those were. */
export async function endOldestSessions(tx: Tx, userId: string, newest: string, keep: number, now: Date): Promise<number> {
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
    .where('id', 'in', beyond)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A session, dead or alive, that nobody else changes until the end of the transaction. */
export async function lockSession(tx: Tx, sessionId: string): Promise<Session | undefined> {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select('users.deleted_at')
    .where('sessions.id', '=', sessionId)
    .forUpdate('sessions')
    .executeTakeFirst();
}

export async function rotateSession(
  tx: Tx,
  sessionId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<Pick<Session, 'refresh_counter' | 'rotated_at' | 'expires_at'>> {
  return tx
    .updateTable('sessions')
    .set((row) => ({ refresh_counter: row('refresh_counter', '+', 1), rotated_at: now, expires_at: expiresAt }))
    .where('id', '=', sessionId)
    .returning(['refresh_counter', 'rotated_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Ends a session and says whose it was; undefined when it had ended before. */
export async function markEnded(
  tx: Tx,
  sessionId: string,
  because: EndReason,
  now: Date,
): Promise<{ user_id: string; tenant_id: string | null } | undefined> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!ended) return undefined;
  const member = await tx.selectFrom('memberships').select('tenant_id').where('user_id', '=', ended.user_id).executeTakeFirst();
  return { user_id: ended.user_id, tenant_id: member?.tenant_id ?? null };
}

export async function deleteSessionsBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where(sql<Date>`least(ended_at, expires_at)`, '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
