import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ClientBase } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase, testEngine } from '../../../test/fixtures/database.ts';
import { temporaryFolder } from '../../../test/fixtures/invariants/invariant.ts';
import { openMovingData } from '../../../test/fixtures/database/moving-data.ts';
import { dropRoles, templateName } from '../../../test/fixtures/database/postgres-template.ts';
import type { OpenDatabase, EmbeddedDatabase } from '../../db/open-database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { openEmbedded } from '../../db/engines/embedded/open-embedded.ts';
import { moveToPostgres } from './move.ts';
import { readContents, readTables } from './tables.ts';
import { inheritedEnvironment } from '../../../test/fixtures/inherited-environment.ts';

const program = fileURLToPath(new URL('../../move-to-postgres.ts', import.meta.url));
const run = promisify(execFile);
/** The data to move, created once: each test takes a copy, which is faster. */
const filled = temporaryFolder('moving');
let folder: string;
let remove: () => void;

let opened: OpenDatabase[];

beforeAll(async () => (await openMovingData(filled.folder)).close());
afterAll(() => filled.remove());

beforeEach(() => {
  ({ folder, remove } = temporaryFolder('move'));
  opened = [];
});

afterEach(async () => {
  for (const database of opened) await database.close();
  remove();
});

function copyFilled(): void {
  fs.cpSync(filled.folder, folder, { recursive: true });
}

/** Opens the source; it is closed at the end, unless the test does it. */
async function openSource(): Promise<EmbeddedDatabase> {
  copyFilled();
  const source = await openEmbedded({ directory: folder });
  opened.push(source);
  return source;
}

async function closeNow(source: OpenDatabase): Promise<void> {
  opened = opened.filter((database) => database !== source);
  await source.close();
}

/** Runs `npm run move-to-postgres`, and returns its output and exit code. */
async function move(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = { ...inheritedEnvironment, DATA_DIR: folder, ...settings };
  try {
    const { stdout, stderr } = await run(process.execPath, [program], { env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('the command says which setting or data is missing', async () => {
  expect(await move({})).toEqual({
    code: 1,
    said: expect.stringMatching(/^Set DATABASE_URL to the PostgreSQL that takes the data/),
  });
  expect(await move({ DATABASE_URL: 'postgres://x' })).toEqual({
    code: 1,
    said: `There is no embedded data in ${folder}.\n`,
  });
});

test('an unreachable target leaves the source unchanged', async () => {
  copyFilled();
  expect((await move({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).said).toBe(
    'The database 127.0.0.1:1/none cannot be used (ECONNREFUSED). Is it running, and are DATABASE_URL and its password right?\n',
  );
  await (await openEmbedded({ directory: folder })).close();
});

if (testEngine === 'postgres') {
  let target: TestDatabase;

  beforeEach(async () => {
    target = await testDatabase({ migrated: false });
  });

  afterEach(() => target.close());

  const ownerUrl = () => target.ownerUrl ?? '';

  test('every row arrives as it was, the tables are guarded again, and the source is not opened any more [O-2.20, T-2.3]', async () => {
    const source = await openSource();
    const before = await getContents(source);
    const empty = Object.entries(before).filter(([, { rows }]) => rows === 0);
    expect(empty, 'every table has rows that could be lost').toEqual([]);
    const { rows } = await moveToPostgres(source, target.database, ownerUrl());
    await closeNow(source);

    expect(await getContents(target.database)).toEqual(before);
    expect(rows['appointments']).toBe(1234);
    expect(await unguarded(target.database)).toEqual([]);
    const place = new URL(ownerUrl());
    await expect(openEmbedded({ directory: folder })).rejects.toThrow(
      `was moved to PostgreSQL (${place.host}${place.pathname})`,
    );
  });

  test('the command moves for an owner that is no superuser, prints the next steps, and rejects a second move', async () => {
    copyFilled();
    await asOrdinaryOwner(target, async (settings) => {
      const first = await move(settings);
      expect(first.said).toContain('appointments: 1234 rows, equal on both sides');
      expect(first.said).toContain('start Samay with the same DATABASE_URL');
      expect(first.code).toBe(0);
      const second = await move(settings);
      expect(second).toEqual({ code: 1, said: expect.stringContaining('was moved to PostgreSQL') });
    });
  });

  test('a target with rows is rejected and unchanged [O-2.20]', async () => {
    const source = await openSource();
    await moveToPostgres(source, target.database, ownerUrl());
    const before = await getContents(target.database);
    await expect(moveToPostgres(source, target.database, ownerUrl())).rejects.toThrow(
      'The target is not empty: its table appointments has rows.',
    );
    expect(await getContents(target.database)).toEqual(before);
  });

  test('a target with other tables is refused', async () => {
    await target.database.pool.query('create table strangers (id int)');
    const source = await openSource();
    await expect(moveToPostgres(source, target.database, ownerUrl())).rejects.toThrow(
      'Create a database of its own for it.',
    );
  });

  test('a failure during the move leaves the target empty and locked, and the source in use [O-2.20]', async () => {
    const source = await openSource();
    // One of the last tables refuses its row, after most of the others were copied.
    const copied = target.database;
    await migrate(copied, { url: ownerUrl() });
    await copied.pool.query(`alter table tenants add constraint refused check (name <> 'सिटी केयर')`);
    await expect(moveToPostgres(source, copied, ownerUrl())).rejects.toThrow(
      'violates check constraint "refused"',
    );
    const after = await getContents(copied);
    expect(Object.entries(after).filter(([table, { rows }]) => table !== 'plans' && rows > 0)).toEqual([]);
    expect(after['plans']?.rows).toBe(3);
    expect(await unguarded(copied)).toEqual([]);
    await closeNow(source);
    await (await openEmbedded({ directory: folder })).close();
  });
}

async function getContents(
  database: OpenDatabase,
): Promise<Record<string, { rows: number; checksum: string }>> {
  return withClient(database, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const contents: Record<string, { rows: number; checksum: string }> = {};
    for (const table of await readTables(client)) contents[table.name] = await readContents(client, table);
    return contents;
  });
}

/**
 * Reads the constraints and settings that the copy must restore: forced row security, triggers,
 * references checked immediately except claims' bookings.
 */
async function unguarded(database: OpenDatabase): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select relname::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind = 'r' and relname <> 'schema_migrations' and not (relrowsecurity and relforcerowsecurity)
    union all select tgname::text from pg_trigger where tgenabled <> 'O'
    union all select conname::text from pg_constraint where contype = 'f'
      and (condeferrable, condeferred) <> (conname = any(${atCommit}), conname = any(${atCommit}))`);
  return rows;
}

/** The foreign keys that are checked at the commit, as an array in SQL. */
const atCommit = `array['claims_tenant_id_appointment_id_fkey', 'payments_tenant_id_appointment_id_fkey', 'payments_tenant_id_pair_id_fkey',
  'online_orders_tenant_id_appointment_id_fkey', 'online_payments_tenant_id_appointment_id_fkey', 'online_payments_tenant_id_ledger_id_fkey',
  'online_refunds_tenant_id_ledger_id_fkey']`;

async function withClient<T>(database: OpenDatabase, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/**
 * Creates the target's settings with an owner and a serving role as an operator would create them;
 * both are dropped afterwards.
 */
async function asOrdinaryOwner(
  target: TestDatabase,
  work: (settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const { pool } = target.database;
  const name = `samay_moves_${process.pid}`;
  const url = new URL(target.ownerUrl ?? '');
  const urlAs = (username: string) => Object.assign(new URL(url), { username, password: 'samay' }).href;
  await templateName(); // makes the roles of the cluster
  await pool.query(
    `create role ${name}_owner login createrole password 'samay'; create role ${name} login password 'samay'`,
  );
  await pool.query(`alter database ${url.pathname.slice(1)} owner to ${name}_owner`);
  await pool.query(`grant samay_app, samay_platform, samay_guest to ${name}_owner with admin option`);
  try {
    await work({ DATABASE_URL: urlAs(name), MIGRATION_DATABASE_URL: urlAs(`${name}_owner`) });
  } finally {
    await pool.query(`alter database ${url.pathname.slice(1)} owner to current_user`);
    await dropRoles(name, `${name}_owner`);
  }
}
