import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';

const attemptColumns = ['state_hash', 'browser_hash', 'remember', 'expires_at'] as const;
type Attempt = Pick<Selectable<Schema['oauth_attempts']>, (typeof attemptColumns)[number]>;

export const insertAttempt = statement<Attempt, object>((db, values) =>
  db.insertInto('oauth_attempts').values(pick(values, attemptColumns)),
);

export const deleteAttemptsBefore = statement<{ now: Date }, object>((db, { now }) =>
  db.deleteFrom('oauth_attempts').where('expires_at', '<', now),
);

/** Deletes and returns an attempt of this browser that is neither expired nor used. */
export const takeAttempt = statement<
  Pick<Attempt, 'state_hash' | 'browser_hash'> & { now: Date },
  Pick<Attempt, 'remember'>
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

export const deleteIdentities = statement<{ userId: string }, object>((db, { userId }) =>
  db.deleteFrom('identities').where('user_id', '=', userId),
);
