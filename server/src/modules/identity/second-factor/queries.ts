import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteRows, pick, statement, updateRows } from '../../../db/statement.ts';
import { platform } from '../../../db/tenant.ts';
import { type Tx, writeTogether } from '../../../db/transaction.ts';

const factorColumns = ['user_id', 'encrypted_secret', 'created_at', 'verified_at', 'last_step'] as const;
export type Factor = Pick<Selectable<Schema['second_factors']>, (typeof factorColumns)[number]>;

export const readEncrypted = statement<object, Pick<Factor, 'user_id' | 'encrypted_secret'>>((db) =>
  db
    .selectFrom('second_factors')
    .select(['user_id', 'encrypted_secret'])
    .where('verified_at', 'is not', null)
    .limit(100),
);

/** Locks the factor, so that codes are verified one after the other. */
export const lockFactor = statement<{ userId: string }, Factor>((db, { userId }) =>
  db.selectFrom('second_factors').select(factorColumns).where('user_id', '=', userId).forUpdate(),
);

/** Stores an unconfirmed secret in place of an earlier one; answers no row if one is confirmed. */
export const keepPending = statement<
  Pick<Factor, 'user_id' | 'encrypted_secret' | 'created_at'>,
  Pick<Factor, 'user_id'>
>((db, values) => {
  const secret = pick(values, ['encrypted_secret', 'created_at']);
  return db
    .insertInto('second_factors')
    .values({ user_id: values.user_id, ...secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...secret, last_step: 0 })
        .where('second_factors.verified_at', 'is', null),
    )
    .returning('user_id');
});

export function markVerified(userId: string, step: number, now: Date) {
  return updateRows('second_factors', { user_id: userId }, { verified_at: now, last_step: step });
}

export function noteStep(userId: string, step: number) {
  return updateRows('second_factors', { user_id: userId }, { last_step: step });
}

/**
 * Deletes the factor, which is locked first as for a code check, and resets the person's sessions
 * to aal1.
 */
export async function deleteFactor(tx: Tx, userId: string) {
  await writeTogether(tx, platform, [
    deleteRows('second_factors', { user_id: userId }),
    deleteRows('recovery_codes', { user_id: userId }),
    updateRows('sessions', { user_id: userId }, { assurance: 'aal1', assured_at: null }),
  ]);
}

const insertRecoveryCodes = statement<{ userId: string; hashes: string[] }, object>(
  (_, { userId, hashes }) =>
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])
      returning user_id`,
);

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]) {
  await writeTogether(tx, platform, [
    deleteRows('recovery_codes', { user_id: userId }),
    insertRecoveryCodes({ userId, hashes }),
  ]);
}

/** Marks the code as used. Answers no row for an unknown or used code. */
export const spendRecoveryCode = statement<
  { userId: string; hashes: readonly string[]; now: Date },
  { user_id: string }
>((db, { userId, hashes, now }) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where(sql<boolean>`code_hash = any(${hashes}::text[])`)
    .where('used_at', 'is', null)
    .returning('user_id'),
);

export const readFactorSince = statement<{ userId: string }, { verified_at: Date | null }>((db, { userId }) =>
  db.selectFrom('second_factors').select('verified_at').where('user_id', '=', userId),
);

export const countRecoveryCodes = statement<{ userId: string }, { count: number }>((db, { userId }) =>
  db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null),
);

/**
 * Answers a row if the session is live; with the factor locked, concurrent guesses see that one has
 * ended it.
 */
export const readLive = statement<{ sessionId: string }, { id: string }>((db, { sessionId }) =>
  db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('ended_at', 'is', null),
);

/** Answers the session's device hash for the access token. */
export const markAssured = statement<{ sessionId: string; now: Date }, { device_hash: string }>(
  (db, { sessionId, now }) =>
    db
      .updateTable('sessions')
      .set({ assurance: 'aal2', assured_at: now, wrong_codes: 0 })
      .where('id', '=', sessionId)
      .returning('device_hash'),
);

/** Counts a wrong code. Answers how many there were in a row. */
export const countWrongCode = statement<{ sessionId: string }, { wrong_codes: number }>((db, { sessionId }) =>
  db
    .updateTable('sessions')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrong_codes'),
);
