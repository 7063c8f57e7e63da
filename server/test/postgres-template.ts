import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { readMigrations } from '../src/db/migrations.ts';
import { openPostgres } from '../src/db/open-postgres.ts';

const templateLock = 7_361_296;
/** For clusters that ask for one; the private one trusts. */
const loginPassword = 'samay_login';

/** The address of the owner of all test databases. */
export function adminUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL; npm test starts a PostgreSQL and sets it');
  return url;
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The same database, as the role that serves. */
export function loginUrl(url: string): string {
  const changed = new URL(url);
  changed.username = 'samay_login';
  changed.password = loginPassword;
  return changed.href;
}

/** One connection to the cluster's own database, for creating and dropping others. */
export async function administer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return connected(adminUrl(), work);
}

/** One connection to an open database as the owner of its tables. */
export async function asOwnerOf<T>({ pool }: Database, work: (client: Client) => Promise<T>): Promise<T> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  return connected(databaseUrl(adminUrl(), rows[0]?.name ?? ''), work);
}

async function connected<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The migrated database that test databases are copied from; the first who asks makes it, the others wait. */
export async function templateName(): Promise<string> {
  const key = createHash('sha256').update(
    readMigrations()
      .map(({ checksum }) => checksum)
      .join(),
  );
  const name = `samay_template_${key.digest('hex').slice(0, 16)}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(client, name);
  });
  return name;
}

/** It gets its name when whole, so that an interrupted attempt is never copied. */
async function makeTemplate(client: Client, name: string): Promise<void> {
  await makeLoginRole(client);
  await client.query(`drop database if exists ${name}_unfinished`);
  await client.query(`create database ${name}_unfinished`);
  const database = await openPostgres({ url: databaseUrl(adminUrl(), `${name}_unfinished`), poolSize: 1 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await client.query(`alter database ${name}_unfinished rename to ${name}`);
}

async function makeLoginRole(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'samay_login'`);
  if (rowCount === 0) await client.query('create role samay_login login nosuperuser nobypassrls nocreaterole');
  await client.query(`alter role samay_login password '${loginPassword}'`);
}
