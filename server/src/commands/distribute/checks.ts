import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../../db/database.ts';
import type { Migration } from '../../db/migrate/migrations.ts';
import { pendingOn } from '../../db/migrate/pending-migrations.ts';
import { withOwnerConnection } from '../../db/engines/postgres/owner-connection.ts';
import { distributedTables, localTables, referenceTables } from './placement.ts';

/**
 * The settings of Citus for each session of the database, on every node; a new connection has them.
 */
export const databaseSettings = {
  // The role and the business of a transaction reach the workers, which otherwise answer with no
  // rows.
  'citus.propagate_set_commands': 'local',
  // The remaining triggers touch only their own row.
  'citus.enable_unsafe_triggers': 'on',
  // A function that runs on the worker of a business reads and writes that business's rows there.
  'citus.allow_nested_distributed_execution': 'on',
  // A transaction takes one connection to each worker, even for statements over all businesses.
  // With several it could write no person or business afterwards, which are on every node; and a
  // migration changes tables, roles and functions in one transaction.
  'citus.multi_shard_modify_mode': 'sequential',
  // Turned off on the workers, because Citus does not pass on the servers' setting for their own
  // connections (decision 0035).
  jit: 'off',
} as const;

/**
 * Checks that the database can be distributed now.
 * @throws DatabaseRefused with a sentence that names the remedy
 */
export async function assertDistributable(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  const pending = await pendingOn(client, migrations);
  if (pending.length > 0)
    throw new DatabaseRefused(
      'The database is not migrated to this release. Start a server of it once, and stop it again.',
    );
  await assertKnownTables(client);
  await assertNoServers(client);
}

/** Checks that the database has the extension Citus. @throws DatabaseRefused */
export async function assertExtension(client: ClientBase): Promise<void> {
  const { rows: extensions } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (extensions.length === 0)
    throw new DatabaseRefused(
      'The database has no extension Citus. Name the superuser of the coordinator and of each worker: npm run distribute <coordinator> <worker> <worker>.',
    );
}

async function assertKnownTables(client: ClientBase): Promise<void> {
  const known: string[] = [...referenceTables, ...distributedTables, ...localTables];
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('foreign_keys_put_aside', 'migrations_put_aside')
       and relname <> all($1) and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname`,
    [known],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new DatabaseRefused(
    `The database has tables that are not Samay's: ${names}. Give Samay a database of its own.`,
  );
}

/**
 * Checks that no server runs: servers cache the plans of their statements, and would write between
 * two steps without the foreign keys.
 */
async function assertNoServers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name in ('samay', 'samay listener')`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new DatabaseRefused(
      `Servers are connected to the database (${count} connections). Stop all servers of Samay, and run this again.`,
    );
}

/**
 * Lists the workers. @throws DatabaseRefused if none is registered, or the coordinator itself is
 * not
 */
export async function assertNodes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; group: number; active: boolean }>(
    `select nodename || ':' || nodeport as name, groupid as "group", isactive as active from pg_dist_node
     where noderole = 'primary' order by groupid`,
  );
  const workers = rows.filter(({ group }) => group !== 0);
  if (!rows.some(({ group }) => group === 0) || workers.length === 0)
    throw new DatabaseRefused(
      'The database knows no workers. Name the superuser of the coordinator and of each worker: npm run distribute <coordinator> <worker> <worker>.',
    );
  const idle = workers.filter(({ active }) => !active).map(({ name }) => name);
  if (idle.length > 0)
    throw new DatabaseRefused(
      `The worker ${idle.join(', ')} is registered and not active. Start it, and run this again.`,
    );
  return workers.map(({ name }) => name);
}

/**
 * Applies the settings of Citus for Samay to the database on every node. The owner of a database
 * may do so.
 */
export async function setForDatabase(client: ClientBase): Promise<void> {
  for (const [name, value] of Object.entries(databaseSettings)) {
    await client.query('select run_command_on_workers($1)', [settingFor(name, value)]);
    await client.query(settingFor(name, value));
    await client.query(`set ${name} = '${value}'`);
  }
}

function settingFor(name: string, value: string): string {
  return `do $$ begin execute format('alter database %1$I set ${name} = %2$L', current_database(), '${value}'); end $$`;
}

/**
 * Checks with the serving login that a transaction of a business reaches every worker: as its role,
 * with its settings.
 *
 * @throws DatabaseRefused naming the worker, the role and its answer
 */
export async function assertReachesWorkers(serving: string): Promise<void> {
  await withOwnerConnection(serving, async (client) => {
    const { rows } = await client.query<{ value: string }>(
      `select current_setting('citus.propagate_set_commands') as value`,
    );
    if (rows[0]?.value !== 'local')
      throw new DatabaseRefused(
        `citus.propagate_set_commands is ${rows[0]?.value} for the role of DATABASE_URL, and has to be local: something sets it for that role. Reset it there.`,
      );
    for (const role of ['samay_app', 'samay_platform', 'samay_guest']) {
      await client.query('begin');
      await client.query(`set local role ${role}`);
      const answers = await client.query<{ node: string; success: boolean; result: string }>(
        `select nodename || ':' || nodeport as node, success, result from run_command_on_workers('select 1')
         join pg_dist_node using (nodename, nodeport)`,
      );
      await client.query('rollback');
      const refused = answers.rows.find(({ success }) => !success);
      if (refused)
        throw new DatabaseRefused(
          `The worker ${refused.node} does not let the role ${role} in (${refused.result}). Name the superusers, which lets it log in there, and see that pg_hba.conf and the passwords do: docs/citus.md.`,
        );
    }
  });
}
