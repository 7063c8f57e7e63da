import { type ClientBase, escapeIdentifier } from 'pg';
import type { Table } from './tables.ts';

/**
 * Lets tables take rows unchanged, until `restoreConstraints` in the same transaction: foreign keys are checked at its end, because some
 * tables refer to each other; triggers do not fire; row security does not bind the owner. It needs no right beyond ownership.
 */
export async function relaxConstraints(client: ClientBase, tables: Table[]): Promise<void> {
  for (const name of namesOf(tables)) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
  }
  await alterReferences(client, 'deferrable initially deferred');
}

/** @throws the database's error when a reference points nowhere */
export async function restoreConstraints(client: ClientBase, tables: Table[]): Promise<void> {
  await client.query('set constraints all immediate');
  await alterReferences(client, 'not deferrable');
  for (const name of namesOf(tables)) {
    await client.query(`alter table ${name} enable trigger user`);
    await client.query(`alter table ${name} force row level security`);
  }
}

function namesOf(tables: Table[]): string[] {
  return tables.map(({ name }) => escapeIdentifier(name));
}

async function alterReferences(client: ClientBase, how: string): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as "table", conname::text as name from pg_constraint
    join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and nspname = 'public'`);
  for (const { table, name } of rows) await client.query(`alter table ${table} alter constraint ${escapeIdentifier(name)} ${how}`);
}
