import { type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteRows, insertRow, pick, statement } from '../../../db/statement.ts';

type Attempts = Schema['oauth_attempts'];

export function insertAttempt(attempt: Insertable<Attempts>) {
  return insertRow('oauth_attempts', attempt);
}

export const deleteAttemptsBefore = statement<{ now: Date }, object>((db, { now }) =>
  db.deleteFrom('oauth_attempts').where('expires_at', '<', now),
);

/** Deletes and returns an attempt of this browser that is neither expired nor used. */
export const takeAttempt = statement<
  Pick<Attempts, 'state_hash' | 'browser_hash'> & { now: Date },
  Pick<Attempts, 'remember'>
>((db, values) =>
  db
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', values.state_hash)
    .where('browser_hash', '=', values.browser_hash)
    .where('expires_at', '>', values.now)
    .returning('remember'),
);

/** Answers no row if the identity is linked, or the person has another one of this issuer. */
export const insertIdentity = statement<Selectable<Schema['identities']>, { user_id: string }>((db, values) =>
  db
    .insertInto('identities')
    .values(pick(values, ['issuer', 'subject', 'user_id', 'created_at']))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id'),
);

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

export function deleteIdentities(userId: string) {
  return deleteRows('identities', { user_id: userId });
}
