import { type ClientBase, escapeIdentifier } from 'pg';
import type { Table } from './tables.ts';

/**
 * Lets tables take rows unchanged, until `restoreConstraints` in the same transaction: foreign keys
 * are checked at its end, because some tables refer to each other; triggers do not fire; row
 * security does not bind the owner. It needs no right beyond ownership.
 */
export async function relaxConstraints(client: ClientBase, tables: Table[]): Promise<void> {
  for (const name of getNames(tables)) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
  }
  for (const { table, name } of await listReferences(client))
    await alterReference(client, { table, name, how: 'deferrable initially deferred' });
}

/**
 * Restores the constraints.
 * @param references as `listReferences` found them before `relaxConstraints`
 * @throws the database's error when a reference points nowhere
 */
export async function restoreConstraints(
  client: ClientBase,
  tables: Table[],
  references: readonly Reference[],
): Promise<void> {
  await client.query('set constraints all immediate');
  for (const reference of references) await alterReference(client, reference);
  for (const name of getNames(tables)) {
    await client.query(`alter table ${name} enable trigger user`);
    await client.query(`alter table ${name} force row level security`);
  }
}

function getNames(tables: Table[]): string[] {
  return tables.map(({ name }) => escapeIdentifier(name));
}

/** A foreign key, and the time of its check, in SQL. */
export interface Reference {
  readonly table: string;
  readonly name: string;
  readonly how: string;
}

export async function listReferences(client: ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select conrelid::regclass::text as "table", conname::text as name,
      case when condeferred then 'deferrable initially deferred' when condeferrable then 'deferrable' else 'not deferrable' end as how
    from pg_constraint
    join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and nspname = 'public'`);
  return rows;
}

async function alterReference(client: ClientBase, { table, name, how }: Reference): Promise<void> {
  await client.query(`alter table ${table} alter constraint ${escapeIdentifier(name)} ${how}`);
}
