import { type Insertable, sql } from 'kysely';
import { raiseStampOfBusinessOf } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

/**
 * Undefined if the address belongs to a person already; waits for another transaction that is
 * inserting them.
 */
export async function insertPerson(tx: Tx, person: Insertable<Schema['users']>): Promise<string | undefined> {
  const made = await tx
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

export async function findByKey(
  tx: Tx,
  emailKey: string,
): Promise<{ id: string; deleted_at: Date | null } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

/**
 * The lock waits for a transaction that adds the person to a business, and one that comes later
 * waits for this one. Otherwise that business would see the name of before, and no stamp would be
 * raised for the new one.
 */
export async function renamePerson(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  await tx.updateTable('users').set({ full_name: name }).where('id', '=', userId).execute();
  await raiseStampOfBusinessOf(tx, userId);
}

/**
 * Locks a person's sign-ins until the end of the transaction: they are counted and opened one after
 * the other, and none is opened with what proves no more. No row is locked: of a table that is on
 * every node, all of them would have to answer. It is taken before the rows of what the person
 * joins (orders, businesses, invitations, memberships): a transaction that takes it after one of
 * them can deadlock with a sign-in.
 */
export async function lockSignIns(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-ins of ${userId}`}, 0))`.execute(tx);
}
