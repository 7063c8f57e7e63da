import { type ClientBase, escapeIdentifier } from 'pg';
import { distributedTables, droppedForeignKeys, referenceTables } from './placement.ts';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Drops the foreign keys from and to tables that will be distributed, and stores their definitions
 * in `foreign_keys_put_aside` until each is restored: some form a cycle, and Citus distributes one
 * table after the other.
 * @returns how many were dropped now
 */
export async function putForeignKeysAside(client: ClientBase): Promise<number> {
  await client.query(`create table if not exists public.foreign_keys_put_aside (
    "table" text not null, name text not null, definition text not null, primary key ("table", name))`);
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and conparentid = 0 and nspname = 'public'
       and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
       and conrelid::regclass::text <> 'foreign_keys_put_aside'`,
    [[...referenceTables, ...distributedTables]],
  );
  await client.query('begin');
  for (const { table, name, definition } of rows) {
    if (!droppedForeignKeys.some((key) => key === `${table}.${name}`))
      await client.query('insert into public.foreign_keys_put_aside values ($1, $2, $3)', [
        table,
        name,
        definition,
      ]);
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  }
  await client.query('commit');
  return rows.length;
}

/** Restores the foreign keys that `putForeignKeysAside` stored, each in its own transaction. */
export async function addForeignKeysAgain(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    'select "table", name, definition from public.foreign_keys_put_aside order by 1, 2',
  );
  for (const { table, name, definition } of rows) {
    await client.query('begin');
    // A reference table is on several nodes: its foreign keys are checked there one after the
    // other.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query(
      `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
    await client.query('delete from public.foreign_keys_put_aside where "table" = $1 and name = $2', [
      table,
      name,
    ]);
    await client.query('commit');
  }
  await client.query('drop table public.foreign_keys_put_aside');
  return rows;
}

/** Returns whether an interrupted run has left foreign keys to restore. */
export async function hasForeignKeysAside(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('public.foreign_keys_put_aside') is not null as has`,
  );
  return rows[0]?.has ?? false;
}
