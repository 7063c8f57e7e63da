import type { Insertable } from 'kysely';
import type { Schema } from '../../../db/client/schema.ts';
import type { Tx } from '../../../db/tenant.ts';

/** Undefined if the address belongs to a person already; waits for another transaction that is inserting them. */
export async function insertPerson(tx: Tx, person: Insertable<Schema['users']>): Promise<string | undefined> {
  const made = await tx
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

export async function findByKey(tx: Tx, emailKey: string): Promise<{ id: string; deleted_at: Date | null } | undefined> {
  return tx.selectFrom('users').select(['id', 'deleted_at']).where('email_key', '=', emailKey).executeTakeFirst();
}

export async function renamePerson(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.updateTable('users').set({ full_name: name }).where('id', '=', userId).execute();
}
