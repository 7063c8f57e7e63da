import { type Insertable, sql } from 'kysely';
import { raiseStampForUser } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

export type Person = NonNullable<Awaited<ReturnType<typeof findByAddress>>>;

/** Finds the person of an address, also one who is deleted. */
export async function findByAddress(tx: Tx, emailKey: string) {
  return people(tx).where('users.email_key', '=', emailKey).executeTakeFirst();
}

/** Finds the person of an address, unless they are deleted. */
export async function findPerson(tx: Tx, emailKey: string) {
  const person = await findByAddress(tx, emailKey);
  return person?.deleted_at === null ? person : undefined;
}

export async function findById(tx: Tx, userId: string) {
  return people(tx).where('users.id', '=', userId).executeTakeFirst();
}

/** Finds the person who is linked to an identity, unless they are deleted. */
export async function findByIdentity(tx: Tx, issuer: string, subject: string) {
  return people(tx)
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

function people(tx: Tx) {
  return tx
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

/** Returns the id of the person's business, or null. */
export async function findBusinessForUser(tx: Tx, userId: string) {
  const member = await tx
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member?.tenant_id ?? null;
}

/**
 * Inserts the person. Returns undefined if the address has one; waits for a transaction that is
 * inserting them.
 */
export async function insertPerson(tx: Tx, person: Insertable<Schema['users']>) {
  const inserted = await tx
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/**
 * Locks the row against a transaction that adds the person to a business: that would see the
 * previous name, and no stamp would be raised for it.
 */
export async function renamePerson(tx: Tx, userId: string, name: string) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  await tx.updateTable('users').set({ full_name: name }).where('id', '=', userId).execute();
  await raiseStampForUser(tx, userId);
}

/** Replaces the hash; the caller has locked the person's sign-ins. */
export async function replacePasswordHash(tx: Tx, userId: string, hash: string) {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

/**
 * Locks a person's sign-ins: they are counted and opened one after the other. Locks no row: all
 * nodes would have to answer for a table that is on every one. Take it before the rows that the
 * person joins (orders, businesses, invitations, memberships), or it can deadlock with a sign-in.
 */
export async function lockSignIns(tx: Tx, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-ins of ${userId}`}, 0))`.execute(tx);
}
