import { type Insertable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import type { Tx } from '../../../db/tenant.ts';

export async function insertAttempt(tx: Tx, attempt: Insertable<Schema['oauth_attempts']>) {
  await tx.insertInto('oauth_attempts').values(attempt).execute();
}

export async function deleteAttemptsBefore(tx: Tx, now: Date) {
  await tx.deleteFrom('oauth_attempts').where('expires_at', '<', now).execute();
}

/** Deletes and returns an attempt of this browser that is neither expired nor used. */
export async function takeAttempt(tx: Tx, hashes: { state_hash: string; browser_hash: string }, now: Date) {
  return tx
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', hashes.state_hash)
    .where('browser_hash', '=', hashes.browser_hash)
    .where('expires_at', '>', now)
    .returning('remember')
    .executeTakeFirst();
}

/** Returns false if the identity is linked, or the person has another one of this issuer. */
export async function insertIdentity(tx: Tx, identity: Insertable<Schema['identities']>) {
  const made = await tx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

export interface Link {
  /** The time at which the person was linked; null if they are not. */
  readonly since: Date | null;
  readonly hasPassword: boolean;
}

export const readLink = statement<{ userId: string }, Link>((db, { userId }) =>
  db
    .selectFrom('users')
    .leftJoin('identities', 'identities.user_id', 'users.id')
    .select([
      'identities.created_at as since',
      sql<boolean>`users.password_hash is not null`.as('hasPassword'),
    ])
    .where('users.id', '=', userId)
    .orderBy('identities.created_at')
    .limit(1),
);

export async function deleteIdentities(tx: Tx, userId: string) {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute();
}
