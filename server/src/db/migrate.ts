import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientBase, escapeIdentifier } from 'pg';
import { keepBackup } from './backup.ts';
import { type Database, DatabaseRefused, type EmbeddedDatabase, isEmbedded } from './database.ts';
import { withOwnerConnection } from './owner-connection.ts';

/** One file of server/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the SQL with `\n` line ends, so that a checkout on Windows has the same. */
  checksum: string;
}

export interface MigrateOptions {
  /** PostgreSQL: the login that owns the tables, where it is not the one that serves. */
  url?: string | undefined;
  /** Where the SQL files lie; server/migrations unless given. */
  folder?: string | undefined;
}

type Queryable = Pick<ClientBase, 'query'>;

const ownFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any fixed number: two processes of one cluster must not migrate at once. */
const migrationLock = 7_361_295;

/**
 * Brings the tables up to date: each file in a transaction of its own, in the order of their names.
 *
 * @returns the names that were applied now
 * @throws DatabaseRefused when a file that was applied has changed or is missing; the database's error when a file fails
 */
export async function migrate(database: Database, { url, folder = ownFolder }: MigrateOptions = {}): Promise<string[]> {
  if (isEmbedded(database)) await backUpBefore(database, folder);
  return withMigrationClient(database, url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      const pending = await pendingOn(client, folder);
      for (const migration of pending) await apply(client, migration);
      if (url !== undefined) await letServe(database, client);
      return pending.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  });
}

/**
 * The migrations that have yet to be applied, in order; none when the database is up to date.
 *
 * @throws DatabaseRefused as `migrate` does
 */
export async function pendingMigrations(database: Database, folder: string = ownFolder): Promise<string[]> {
  const pending = await pendingOn(database.pool, folder);
  return pending.map(({ name }) => name);
}

/** The files of a folder, `NNNN-name.sql`, in order. */
export function readMigrations(folder: string = ownFolder): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const badName = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (badName) throw new Error(`${badName} is no migration's name: NNNN-name.sql`);
  const sorted = names.toSorted();
  const twice = sorted.find((name, at) => at > 0 && numberOf(name) === numberOf(sorted[at - 1] ?? ''));
  if (twice) throw new Error(`${twice} has the number of another migration`);
  return sorted.map((name) => {
    const sql = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}

/** A database that has seen a migration has data worth keeping. */
async function backUpBefore(database: EmbeddedDatabase, folder: string): Promise<void> {
  if ((await appliedOn(database.pool)).size === 0) return;
  if ((await pendingOn(database.pool, folder)).length > 0) await keepBackup(database, 'before-migration');
}

async function pendingOn(client: Queryable, folder: string): Promise<Migration[]> {
  const files = readMigrations(folder);
  const applied = await appliedOn(client);
  for (const [name, checksum] of applied) {
    const file = files.find((migration) => migration.name === name);
    if (!file)
      throw new DatabaseRefused(`The database has the migration ${name}, which this version of Samay does not know. Use a newer version.`);
    if (file.checksum !== checksum) {
      throw new DatabaseRefused(
        `The migration ${name} was changed after it was applied. Restore the file, and put the change into a new one.`,
      );
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function appliedOn(client: Queryable): Promise<Map<string, string>> {
  const known = await client.query<{ found: boolean }>(`select to_regclass('public.schema_migrations') is not null as found`);
  if (!known.rows[0]?.found) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: Queryable, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`create table if not exists public.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    // Whoever serves asks whether the tables are up to date, and may not be whoever migrates.
    await client.query('grant select on public.schema_migrations to public');
    await client.query(sql);
    await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The role that serves may become the two roles of 0001 and ask whose a session is (0012, 0027); whoever migrates may hand that out. */
async function letServe(database: Database, client: Queryable): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; becomes: boolean; asks: boolean | null }>(`select session_user::text as name,
    pg_has_role(session_user, 'samay_app', 'member') and pg_has_role(session_user, 'samay_platform', 'member') as becomes,
    has_function_privilege(session_user, to_regprocedure('public.authenticate(uuid[], timestamptz[])'), 'execute') as asks`);
  const [login] = rows;
  if (login?.becomes === false) await client.query(`grant samay_app, samay_platform to ${escapeIdentifier(login.name)}`);
  if (login?.asks === false)
    await client.query(`grant execute on function public.authenticate(uuid[], timestamptz[]) to ${escapeIdentifier(login.name)}`);
}

/** Embedded: the only connection. PostgreSQL: one of its own, whose statements may take as long as they need. */
async function withMigrationClient<T>(database: Database, url: string | undefined, work: (client: ClientBase) => Promise<T>): Promise<T> {
  if (isEmbedded(database)) {
    const client = await database.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }
  const owner = url ?? database.pool.options.connectionString;
  if (owner === undefined) throw new Error('the pool was opened without an address');
  return withOwnerConnection(owner, work);
}
