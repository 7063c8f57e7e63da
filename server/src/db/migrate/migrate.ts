import { setTimeout as wait } from 'node:timers/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { applyMigration, type LockRetries, prepareList, usualRetries } from './apply-migration.ts';
import type { Database, DatabaseLog } from '../database.ts';
import { getConnections, type EmbeddedDatabase, isEmbedded } from '../open-database.ts';
import { ownMigrations, readMigrations } from './migrations.ts';
import { withOwnerConnection } from '../engines/postgres/owner-connection.ts';
import { pendingOn, type Queryable } from './pending-migrations.ts';

export interface MigrateOptions {
  /** PostgreSQL: the login that owns the tables, if it is not the one that serves. */
  url?: string | undefined;
  /** The folder of the SQL files; server/migrations by default. */
  folder?: string | undefined;
  /** Logs a migration that waits for a lock. */
  log?: DatabaseLog | undefined;
  retries?: LockRetries | undefined;
  /**
   * Embedded: called before a database with applied migrations is changed, to dump it, for example.
   */
  before?: ((database: EmbeddedDatabase) => Promise<unknown>) | undefined;
}

/** An advisory lock's number: two processes of one cluster must not migrate at the same time. */
const migrationLock = 7_361_295;
const lockPollMs = 200;

/**
 * Applies the pending migrations while other servers go on serving: each file in a transaction of
 * its own, in the order of their names.
 *
 * @returns the names that were applied now
 * @throws DatabaseRefused when a file that was applied has changed, when the schema is too new for
 *   this release, or when a lock is held for too long; the database's error when a file fails
 */
export async function migrate(
  database: Database,
  { url, folder, log, retries = usualRetries, before }: MigrateOptions = {},
): Promise<string[]> {
  const files = folder === undefined ? ownMigrations() : readMigrations(folder);
  if (isEmbedded(database)) {
    const pending = await pendingOn(database.pool, files);
    // No other process can migrate it meanwhile.
    if (pending.length === 0) return [];
    if (pending.length < files.length) await before?.(database);
  }
  return withMigrationClient(database, url, async (client) => {
    await lockMigrations(client);
    try {
      const pending = await pendingOn(client, files);
      if (pending.length > 0) await prepareList(client, retries, log);
      for (const migration of pending) await applyMigration(client, migration, retries, log);
      if (url !== undefined && !isEmbedded(database)) await grantRuntimeRoles(database, client);
      return pending.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  });
}

/**
 * Polls for the lock: a concurrent index build waits for every open statement, and so for a
 * statement that waits for this lock.
 */
async function lockMigrations(client: Queryable): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      migrationLock,
    ]);
    if (rows[0]?.locked) return;
    await wait(lockPollMs);
  }
}

/** The function that looks up sessions. */
const readsSessions = 'public.sessions_of_requests(uuid[], timestamptz[])';
/** The roles to which transactions change. */
const rolesOfSchema = ['samay_app', 'samay_platform', 'samay_guest'];

/**
 * Grants the login role what it lacks of the roles of the schema, and the function that looks up sessions. The owner may
 * lack the right to grant again what the login has.
 */
async function grantRuntimeRoles(database: Database, client: Queryable): Promise<void> {
  const { pool } = getConnections(database);
  const { rows } = await pool.query<{ name: string; missing: string[]; lacks: boolean }>(
    // From PostgreSQL 16 on a member may not become each role.
    `select session_user::text as name,
      array(select name from unnest($2::text[]) as name where not pg_has_role(session_user, name::name,
        case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)) as missing,
      not has_function_privilege(session_user, $1::regprocedure, 'execute') as lacks`,
    [readsSessions, rolesOfSchema],
  );
  const [login] = rows;
  if (!login) return;
  const name = escapeIdentifier(login.name);
  if (login.missing.length > 0) await client.query(`grant ${login.missing.join()} to ${name}`);
  if (login.lacks) await client.query(`grant execute on function ${readsSessions} to ${name}`);
}

/**
 * Takes a connection. Embedded: the only one. PostgreSQL: a separate one, without time limits for
 * its statements.
 */
async function withMigrationClient<T>(
  database: Database,
  url: string | undefined,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (isEmbedded(database)) {
    const client = await database.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }
  const owner = url ?? getConnections(database).pool.options.connectionString;
  if (owner === undefined) throw new Error('the pool was opened without an address');
  return withOwnerConnection(owner, work);
}
