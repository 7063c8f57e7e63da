import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';

const factorColumns = ['user_id', 'encrypted_secret', 'created_at', 'verified_at', 'last_step'] as const;
export type Factor = Pick<Selectable<Schema['second_factors']>, (typeof factorColumns)[number]>;

export async function listEncrypted(tx: Tx) {
  return tx
    .selectFrom('second_factors')
    .select(['user_id', 'encrypted_secret'])
    .where('verified_at', 'is not', null)
    .limit(100)
    .execute();
}

/** Locks the factor, so that codes are verified one after the other. */
export async function lockFactor(tx: Tx, userId: string) {
  return tx
    .selectFrom('second_factors')
    .select(factorColumns)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores an unconfirmed secret in place of an earlier one; returns false if one is confirmed. */
export async function keepPending(
  tx: Tx,
  factor: Pick<Factor, 'user_id' | 'encrypted_secret' | 'created_at'>,
) {
  const { encrypted_secret: secret, created_at: at } = factor;
  const kept = await tx
    .insertInto('second_factors')
    .values(factor)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted_secret: secret, created_at: at, last_step: 0 })
        .where('second_factors.verified_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function markVerified(tx: Tx, userId: string, step: number, now: Date) {
  await tx
    .updateTable('second_factors')
    .set({ verified_at: now, last_step: step })
    .where('user_id', '=', userId)
    .execute();
}

export async function noteStep(tx: Tx, userId: string, step: number) {
  await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
}

/**
 * Deletes the factor, which is locked first as for a code check, and resets the person's sessions
 * to aal1.
 */
export async function deleteFactor(tx: Tx, userId: string) {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .updateTable('sessions')
    .set({ assurance: 'aal1', assured_at: null })
    .where('user_id', '=', userId)
    .execute();
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Marks the code as used. Returns false for an unknown or used code. */
export async function spendRecoveryCode(tx: Tx, userId: string, hashes: readonly string[], now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', sql<string>`any(${[...hashes]})`)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

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
 * Returns whether the session is live; with the factor locked, concurrent guesses see that one has
 * ended it.
 */
export async function isLive(tx: Tx, sessionId: string) {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return session !== undefined;
}

/** Returns the session's device hash for the access token. */
export async function markAssured(tx: Tx, sessionId: string, now: Date) {
  const session = await tx
    .updateTable('sessions')
    .set({ assurance: 'aal2', assured_at: now, wrong_codes: 0 })
    .where('id', '=', sessionId)
    .returning('device_hash')
    .executeTakeFirstOrThrow();
  return session.device_hash;
}

/** Counts a wrong code. Returns how many there were in a row. */
export async function countWrongCode(tx: Tx, sessionId: string) {
  const session = await tx
    .updateTable('sessions')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrong_codes')
    .executeTakeFirst();
  return session?.wrong_codes ?? 0;
}
