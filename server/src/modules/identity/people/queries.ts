import type { Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { pick, type QueryBuilder, statement, updateRows } from '../../../db/statement.ts';
import { platform } from '../../../db/tenant.ts';
import { lockName, raiseStampForUser, run, type Tx } from '../../../db/transaction.ts';

type User = Selectable<Schema['users']>;
type Member = Selectable<Schema['memberships']>;

export interface Person extends Pick<User, 'id' | 'email' | 'email_key' | 'password_hash' | 'deleted_at'> {
  readonly tenant_id: string | null;
  readonly role: Member['role'] | null;
  readonly is_admin: boolean;
}

const readPerson = statement<{ value: string }, Person, { by: 'users.id' | 'users.email_key' }>(
  (db, { value }, { by }) => people(db).where(by, '=', value),
);

/** Finds the person of an address, also one who is deleted. */
export async function findByAddress(tx: Tx, emailKey: string) {
  return (await run(tx, platform, readPerson({ value: emailKey }, { by: 'users.email_key' })))[0];
}

/** Finds the person of an address, unless they are deleted. */
export async function findPerson(tx: Tx, emailKey: string) {
  const person = await findByAddress(tx, emailKey);
  return person?.deleted_at === null ? person : undefined;
}

export async function findById(tx: Tx, userId: string) {
  return (await run(tx, platform, readPerson({ value: userId }, { by: 'users.id' })))[0];
}

/** Reads the person who is linked to an identity, unless they are deleted. */
export const readByIdentity = statement<{ issuer: string; subject: string }, Person>(
  (db, { issuer, subject }) =>
    people(db)
      .innerJoin('identities', 'identities.user_id', 'users.id')
      .where('identities.issuer', '=', issuer)
      .where('identities.subject', '=', subject)
      .where('users.deleted_at', 'is', null),
);

function people(db: QueryBuilder) {
  return db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .leftJoin('platform_admins', 'platform_admins.user_id', 'users.id')
    .select((row) => [
      'users.id',
      'users.email',
      'users.email_key',
      'users.password_hash',
      'users.deleted_at',
      'memberships.tenant_id',
      'memberships.role',
      row('platform_admins.user_id', 'is not', null).as('is_admin'),
    ])
    .$narrowType<{ is_admin: boolean }>();
}

const readBusiness = statement<{ userId: string }, Pick<Member, 'tenant_id'>>((db, { userId }) =>
  db.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId),
);

/** Returns the id of the person's business, or null. */
export async function findBusinessForUser(tx: Tx, userId: string) {
  return (await run(tx, platform, readBusiness({ userId })))[0]?.tenant_id ?? null;
}

type NewPerson = Pick<User, 'email' | 'email_key' | 'full_name' | 'created_at'>;

/**
 * Inserts the person. Answers no row if the address has one; waits for a transaction that is
 * inserting them.
 */
export const insertPerson = statement<NewPerson, Pick<User, 'id'>>((db, values) =>
  db
    .insertInto('users')
    .values(pick(values, ['email', 'email_key', 'full_name', 'created_at']))
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id'),
);

export const lockUser = statement<{ userId: string }, Pick<User, 'deleted_at'>>((db, { userId }) =>
  db.selectFrom('users').select('deleted_at').where('id', '=', userId).forUpdate(),
);

/**
 * Locks the row against a transaction that adds the person to a business: that would see the
 * previous name, and no stamp would be raised for it.
 */
export async function renamePerson(tx: Tx, userId: string, name: string) {
  await run(tx, platform, lockUser({ userId }));
  await run(tx, platform, updateRows('users', { id: userId }, { full_name: name }));
  await raiseStampForUser(tx, userId);
}

/** Replaces the hash; the caller has locked the person's sign-ins. */
export function replacePasswordHash(userId: string, hash: string) {
  return updateRows('users', { id: userId }, { password_hash: hash });
}

/**
 * Locks a person's sign-ins: they are counted and opened one after the other. Locks no row: all
 * nodes would have to answer for a table that is on every one. Take it before the rows that the
 * person joins (orders, businesses, invitations, memberships), or it can deadlock with a sign-in.
 */
export async function lockSignIns(tx: Tx, userId: string) {
  await run(tx, platform, lockName({ name: `sign-ins of ${userId}` }));
}
