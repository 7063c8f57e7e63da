import { type ClientBase, escapeIdentifier } from 'pg';
import { letRolesIn } from './nodes.ts';
import { type Migration, ownMigrations } from '../../db/migrate/migrations.ts';
import {
  assertDistributable,
  assertExtension,
  assertNodes,
  assertReachesWorkers,
  setForDatabase,
} from './checks.ts';
import { addForeignKeysAgain, hasForeignKeysAside, putForeignKeysAside } from './foreign-keys.ts';
import {
  delegatedFunctions,
  distributedTables,
  droppedTriggers,
  keptTriggers,
  referenceTables,
} from './placement.ts';

export interface DistributeOptions {
  /** The address of the serving login; its way to the workers is checked. */
  serving: string;
  /** Reports each step in a sentence. */
  report: (line: string) => void;
  /**
   * Joins the nodes to a cluster after the database was found ready, and returns its steps. Omitted
   * where they are joined already.
   */
  join?: (() => Promise<readonly string[]>) | undefined;
  /** The migrations that the database must have; this release's by default. */
  migrations?: readonly Migration[];
  /** The number of parts of each table; no cluster has more workers. */
  shards?: number;
}

/**
 * Distributes the tables over the workers, empty or filled. Each step is a transaction, and the
 * steps of an interrupted run are not repeated.
 * @param client of the owner of the tables, on the coordinator
 * @throws DatabaseRefused before anything is changed, if it cannot be done
 */
export async function distribute(
  client: ClientBase,
  { serving, report, join, migrations = ownMigrations(), shards = 32 }: DistributeOptions,
): Promise<void> {
  await assertDistributable(client, migrations);
  for (const line of (await join?.()) ?? []) report(line);
  await assertExtension(client);
  const workers = await assertNodes(client);
  await setForDatabase(client);
  report(`workers: ${workers.join(', ')}`);
  await letRolesIn(client);
  await assertReachesWorkers(serving);
  await client.query(`set citus.shard_count = ${shards}; set client_min_messages = warning`);
  const missing = await tablesToDistribute(client);
  if (missing.length > 0 || (await hasForeignKeysAside(client))) {
    await dropTriggers(client, report);
    const dropped = await putForeignKeysAside(client);
    if (dropped > 0) report(`${dropped} foreign keys put aside`);
    await shareTriggerFunctions(client);
    await shareFunctions(client, report, 'immutable');
    for (const table of missing) await distributeTable(client, table, report);
    for (const { table, name } of await addForeignKeysAgain(client)) report(`${table}: ${name} added again`);
  }
  await dropTriggers(client, report);
  await shareFunctions(client, report, 'all');
  await revokeFunctions(client);
  await delegateFunctions(client, report);
}

/** Lists the tables in the order of the lists. */
async function tablesToDistribute(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) with ordinality as wanted(name, at)
     where to_regclass('public.' || wanted.name) is not null
       and not exists (select from pg_dist_partition where logicalrelid = to_regclass('public.' || wanted.name) and partmethod in ('h', 'n') and repmodel in ('s', 't') and colocationid <> 0)
     order by wanted.at`,
    [[...referenceTables, ...distributedTables]],
  );
  return rows.map(({ name }) => name);
}

/**
 * Distributes a table. Row security binds the owner too, and would refuse the copy: it is off for
 * as long as this transaction locks the table.
 */
async function distributeTable(
  client: ClientBase,
  table: string,
  report: DistributeOptions['report'],
): Promise<void> {
  const name = `public.${escapeIdentifier(table)}`;
  const isReference = referenceTables.some((reference) => reference === table);
  const [anchor] = distributedTables;
  await client.query('begin');
  await client.query(`alter table ${name} no force row level security`);
  // Triggers have seen these rows when they were inserted, and are disabled while the rows are
  // copied.
  const triggers = await listTriggers(client, name);
  for (const trigger of triggers)
    await client.query(`drop trigger ${escapeIdentifier(trigger.name)} on ${name}`);
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
  if (isReference) await client.query('select create_reference_table($1)', [name]);
  else {
    const place = table === anchor ? 'none' : anchor;
    await client.query(`select create_distributed_table($1, 'tenant_id', colocate_with := $2)`, [
      name,
      place,
    ]);
  }
  for (const trigger of triggers) await client.query(trigger.definition);
  await client.query(`alter table ${name} force row level security`);
  // Empties the coordinator's copy, which no query reads any more.
  await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
  await client.query('commit');
  report(
    `${table}: ${rows[0]?.count} rows ${isReference ? 'on every node' : 'divided among the workers by business'}`,
  );
}

async function listTriggers(
  client: ClientBase,
  table: string,
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select tgname::text as name, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal and tgrelid = to_regclass($1)`,
    [table],
  );
  return rows;
}

async function dropTriggers(client: ClientBase, report: DistributeOptions['report']): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as "table", tgname::text as name from pg_trigger
     where not tgisinternal and tgrelid::regclass::text || '.' || tgname = any($1) order by 1, 2`,
    [droppedTriggers],
  );
  for (const { table, name } of rows) {
    await client.query(`drop trigger ${escapeIdentifier(name)} on public.${escapeIdentifier(table)}`);
    report(`${table}: trigger ${name} dropped`);
  }
}

/**
 * Creates the functions of the remaining triggers on every node before their tables exist.
 * Otherwise, for a trigger on a table that its transaction has just distributed, Citus would create
 * the function as the owner and register it as the superuser, over another connection, which does
 * not see it.
 */
async function shareTriggerFunctions(client: ClientBase): Promise<void> {
  await client.query(
    `select create_distributed_function(oid::regprocedure) from pg_proc
     where oid in (select tgfoid from pg_trigger where not tgisinternal and tgrelid::regclass::text || '.' || tgname = any($1) and tgrelid::regclass::text = any($2))
       and not exists (select from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`,
    [keptTriggers, distributedTables],
  );
}

/**
 * Creates the functions on the workers, which run them in policies, in defaults, and in statements
 * of their own rows. Later migrations' changes of them follow automatically. The immutable ones come
 * before the tables: generated columns and indexes call them and, through their bodies, others,
 * which Citus does not see.
 */
async function shareFunctions(
  client: ClientBase,
  report: DistributeOptions['report'],
  which: 'immutable' | 'all',
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
       and ($1 or provolatile = 'i')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
       and not exists (select from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid) order by 1`,
    [which === 'all'],
  );
  await client.query('begin');
  // Creates functions before those that they call. A setting of the transaction reaches the
  // workers.
  await client.query('set local check_function_bodies = off');
  for (const { name } of rows)
    await client.query('select create_distributed_function($1::regprocedure)', [name]);
  await client.query('commit');
  if (rows.length > 0) report(`${rows.length} functions on every node`);
}

/**
 * Revokes from `public` on the workers the functions that `public` may not run here: Citus creates
 * a function with its grants, and PostgreSQL grants each new one to `public`.
 */
async function revokeFunctions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and proacl is not null
       and not exists (select from aclexplode(proacl) where grantee = 0 and privilege_type = 'EXECUTE')
       and exists (select from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`,
  );
  // Runs it on the coordinator: Citus passes the statement on to the workers, and does not allow it
  // there.
  for (const { name } of rows) await client.query(`revoke execute on function ${name} from public`);
}

/** Delegates the functions of one business to the node of its rows, to run in one round trip. */
async function delegateFunctions(client: ClientBase, report: DistributeOptions['report']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted(name)
     where to_regprocedure('public.' || wanted.name) is not null and not exists (
       select from pg_catalog.pg_dist_object
       where classid = 'pg_proc'::regclass and objid = to_regprocedure('public.' || wanted.name) and distribution_argument_index is not null)`,
    [delegatedFunctions],
  );
  const [anchor] = distributedTables;
  for (const { name } of rows) {
    await client.query(
      `select create_distributed_function(to_regprocedure($1), 'tenant', colocate_with := $2, force_delegation := true)`,
      [`public.${name}`, anchor],
    );
    report(`${name}: runs on the business's worker`);
  }
}
