import fs from 'node:fs';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/invariants/invariant.ts';
import { type TestDatabase, testDatabase, testEngine } from '../../../test/fixtures/database.ts';
import { dropRoles, templateName } from '../../../test/fixtures/database/postgres-template.ts';
import { DatabaseRefused } from '../database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { pendingMigrations, pendingOn } from './pending-migrations.ts';
import { openPostgres } from '../engines/postgres/open-postgres.ts';

let held: TestDatabase;
let files: { folder: string; remove: () => void };

beforeEach(async () => {
  held = await testDatabase({ migrated: false });
  files = temporaryFolder('migrations');
});

afterEach(async () => {
  files.remove();
  await held.close();
});

function write(name: string, sql: string): void {
  fs.writeFileSync(path.join(files.folder, name), sql);
}

const inFolder = () => ({ folder: files.folder });

async function waiting(): Promise<string[]> {
  const pending = await pendingOn(held.database.pool, readMigrations(files.folder));
  return pending.map(({ name }) => name);
}

test('our own migrations apply to an empty database once', async () => {
  const names = readMigrations().map(({ name }) => name);
  expect(await pendingMigrations(held.database)).toEqual(names);
  expect(await migrate(held.database)).toEqual(names);
  expect(await migrate(held.database)).toEqual([]);
  expect(await pendingMigrations(held.database)).toEqual([]);
});

test.runIf(testEngine === 'embedded')(
  'an embedded database without a pending migration is not locked [S-2.13]',
  async () => {
    await migrate(held.database);
    const connect = vi.spyOn(held.database.pool, 'connect');
    const connectionsFor = async (work: () => Promise<string[]>) => {
      connect.mockClear();
      expect(await work()).toEqual([]);
      return connect.mock.calls.length;
    };
    const reading = await connectionsFor(() => pendingMigrations(held.database));
    // A connection more would take and free the lock.
    expect(await connectionsFor(() => migrate(held.database))).toBe(reading);
  },
);

test('files apply in the order of their names, each seeing the ones before [O-2.16]', async () => {
  write('0002-more.sql', `insert into things values ('one'); insert into things values ('two');`);
  write('0001-things.sql', 'create table things (name text);');
  expect(await migrate(held.database, inFolder())).toEqual(['0001-things.sql', '0002-more.sql']);
  const { rows } = await held.database.pool.query('select count(*) as n from things');
  expect(rows).toEqual([{ n: 2 }]);
});

test('a file that fails is rolled back, and the files before it stay applied', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-broken.sql', 'create table others (name text); select 1 / 0;');
  await expect(migrate(held.database, inFolder())).rejects.toThrow(
    'The migration 0002-broken.sql failed: division by zero',
  );
  expect(await waiting()).toEqual(['0002-broken.sql']);
  const { rows } = await held.database.pool.query(
    `select to_regclass('things') is not null as things, to_regclass('others') is null as others`,
  );
  expect(rows).toEqual([{ things: true, others: true }]);
});

test('an applied file that was changed or removed is refused [O-2.16]', async () => {
  write('0001-things.sql', 'create table things (name text);');
  await migrate(held.database, inFolder());
  write('0001-things.sql', 'create table things (name text, size int);');
  await expect(migrate(held.database, inFolder())).rejects.toThrow(DatabaseRefused);
  await expect(waiting()).rejects.toThrow('0001-things.sql was changed after it was applied');
  fs.rmSync(path.join(files.folder, '0001-things.sql'));
  await expect(migrate(held.database, inFolder())).rejects.toThrow(
    '0001-things.sql, which this version of Samay does not know',
  );
});

test('migrations of a newer release are no reason to refuse, back to the oldest release that they name [O-2.18]', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-more.sql', '-- oldest release: 0001\nalter table things add column size int;');
  write('0003-most.sql', 'alter table things add column weight int;');
  await migrate(held.database, inFolder());
  // Removes the files, as in the release before them.
  fs.rmSync(path.join(files.folder, '0002-more.sql'));
  fs.rmSync(path.join(files.folder, '0003-most.sql'));
  expect(await migrate(held.database, inFolder())).toEqual([]);
  expect(await waiting()).toEqual([]);

  write('0002-more.sql', '-- oldest release: 0001\nalter table things add column size int;');
  write('0003-most.sql', 'alter table things add column weight int;');
  write('0004-contract.sql', '-- oldest release: 0002\nalter table things drop column name;');
  await migrate(held.database, inFolder());
  for (const name of ['0002-more.sql', '0003-most.sql', '0004-contract.sql'])
    fs.rmSync(path.join(files.folder, name));
  await expect(migrate(held.database, inFolder())).rejects.toThrow(DatabaseRefused);
  await expect(waiting()).rejects.toThrow(
    'serves releases that know the migration 0002, and this one knows none after 0001',
  );
});

test('a file that this release has lost is refused, whatever the newer ones name', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-more.sql', '-- oldest release: 0001\nalter table things add column size int;');
  write('0003-most.sql', 'alter table things add column weight int;');
  await migrate(held.database, inFolder());
  fs.rmSync(path.join(files.folder, '0002-more.sql'));
  await expect(waiting()).rejects.toThrow('0002-more.sql, which this version of Samay does not know');
});

test('an index alone in its file is built concurrently with writes, also after an interrupted build [O-2.18]', async () => {
  write(
    '0001-things.sql',
    'create table things (name text); insert into things values ($$one$$), ($$one$$);',
  );
  write('0002-index.sql', '-- Why.\ncreate unique index concurrently things_name on things (name);');
  await expect(migrate(held.database, inFolder())).rejects.toThrow(
    'The migration 0002-index.sql failed: could not create unique index',
  );
  const valid = async () =>
    (
      await held.database.pool.query(
        `select indisvalid as valid from pg_index where indexrelid = to_regclass('things_name')`,
      )
    ).rows;
  expect(await valid()).toEqual([{ valid: false }]);
  await held.database.pool.query('delete from things');
  expect(await migrate(held.database, inFolder())).toEqual(['0002-index.sql']);
  expect(await valid()).toEqual([{ valid: true }]);
});

test('line ends of another system are no change', async () => {
  write('0001-things.sql', 'create table things (\n  name text\n);\n');
  await migrate(held.database, inFolder());
  write('0001-things.sql', 'create table things (\r\n  name text\r\n);\r\n');
  expect(await migrate(held.database, inFolder())).toEqual([]);
});

test('a name out of order is refused before anything is applied [O-2.16]', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('more.sql', 'select 1');
  await expect(migrate(held.database, inFolder())).rejects.toThrow('more.sql is no migration');
});

test('a number that two files bear is refused: their order would be that of their names', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0001-more.sql', 'select 1');
  await expect(migrate(held.database, inFolder())).rejects.toThrow(
    '0001-things.sql has the number of another migration',
  );
});

test('ten concurrent migrations apply each file once', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-slow.sql', 'select pg_sleep(0.1);');
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(held.database, inFolder())));
  expect(applied.flat().toSorted()).toEqual(['0001-things.sql', '0002-slow.sql']);
});

if (testEngine === 'postgres') {
  test('a migration that waits for a lock does not block others, and continues when the lock is free [O-2.18]', async () => {
    write('0001-things.sql', 'create table things (name text);');
    await migrate(held.database, inFolder());
    write('0002-more.sql', 'alter table things add column size int;');
    const [holder, other] = [await held.database.pool.connect(), await held.database.pool.connect()];
    await holder.query('begin');
    await holder.query('select from things');
    const log = { warn: vi.fn(), error: vi.fn() };
    const migrating = migrate(held.database, {
      ...inFolder(),
      log,
      retries: { lockTimeoutMs: 500, pauseMs: 50, tries: 10_000 },
    });
    await expect.poll(() => waitsForLock(other), { timeout: 30_000 }).toBe(true);
    // Checks that a reader does not wait behind the migration for as long as the lock is held.
    await other.query(`set statement_timeout = '30s'`);
    expect((await other.query('select from things')).rowCount).toBe(0);
    await expect.poll(() => log.warn.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(log.warn).toHaveBeenCalledWith(
      { migration: '0002-more.sql', tried: 1 },
      expect.stringContaining('needs a lock'),
    );
    await holder.query('commit');
    expect(await migrating).toEqual(['0002-more.sql']);
    await other.query('reset statement_timeout');
    for (const client of [holder, other]) client.release();
  });

  test('a lock that is never released ends the start with an error, and the migration is rolled back', async () => {
    write('0001-things.sql', 'create table things (name text);');
    await migrate(held.database, inFolder());
    write('0002-more.sql', 'create table others (name text); alter table things add column size int;');
    const holder = await held.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from things');
    const migrating = migrate(held.database, {
      ...inFolder(),
      retries: { lockTimeoutMs: 10, pauseMs: 1, tries: 2 },
    });
    await expect(migrating).rejects.toThrow(DatabaseRefused);
    await expect(migrating).rejects.toThrow(
      'The migration 0002-more.sql was tried 2 times: another transaction holds a lock',
    );
    await holder.query('rollback');
    holder.release();
    expect(await waiting()).toEqual(['0002-more.sql']);
    expect((await held.database.pool.query(`select to_regclass('others') as found`)).rows).toEqual([
      { found: null },
    ]);
  });

  test('an owner that may make no roles takes what was made for it, and reads who is to make it [T-2.8]', async () => {
    const name = `samay_made_${process.pid}`;
    await templateName();
    const makesRole = /^do \$\$[\s\S]*?^\$\$;/m.exec(
      readMigrations().find((each) => each.name === '0032-guest-role.sql')?.sql ?? '',
    );
    const client = await held.database.pool.connect();
    try {
      await client.query(`begin; create role ${name}; grant samay_guest to ${name}; set local role ${name}`);
      await client.query(makesRole?.[0] ?? '');
      await client.query(`reset role; revoke samay_guest from ${name}; set local role ${name}`);
      await expect(client.query(makesRole?.[0] ?? '')).rejects.toThrow(
        `the owner ${name} may not make or grant the role samay_guest`,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('an owner that is no superuser migrates and grants the runtime roles to the login role [T-2.8]', async () => {
    const name = `samay_serves_${process.pid}`;
    const owner = new URL(held.ownerUrl ?? '');
    const { pool } = held.database;
    await pool.query(
      `create role ${name}_owner login createrole password 'samay'; create role ${name} login password 'samay'`,
    );
    await pool.query(`alter database ${owner.pathname.slice(1)} owner to ${name}_owner`);
    // Grants the roles, which belong to the whole cluster and were created by another migration.
    await templateName();
    await pool.query(`grant samay_app, samay_platform, samay_guest to ${name}_owner with admin option`);
    const urlAs = (user: string) => Object.assign(new URL(owner), { username: user, password: 'samay' }).href;
    const serving = await openPostgres({ url: urlAs(name), poolSize: 1 });
    try {
      expect(await migrate(serving, { url: urlAs(`${name}_owner`) })).toContain('0001-baseline.sql');
      const { rows } = await serving.pool.query(`select set_config('role', 'samay_app', false) as role`);
      expect(rows).toEqual([{ role: 'samay_app' }]);
      await serving.pool.query('reset role');
      const sessions = 'select from sessions_of_requests(array[gen_random_uuid()], array[now()])';
      expect((await serving.pool.query(sessions)).rowCount).toBe(0);
      expect(await pendingMigrations(serving)).toEqual([]);
      // Another role is granted without the right to grant those that the login has.
      await pool.query(
        `revoke admin option for samay_app, samay_platform from ${name}_owner cascade; grant samay_app, samay_platform to ${name};
        revoke samay_guest from ${name}`,
      );
      await migrate(serving, { url: urlAs(`${name}_owner`) });
      expect((await serving.pool.query(`select set_config('role', 'samay_guest', true)`)).rowCount).toBe(1);
    } finally {
      await serving.close();
      await pool.query(`alter database ${owner.pathname.slice(1)} owner to current_user`);
      await dropRoles(name, `${name}_owner`);
    }
  });
}

/** Returns whether a session waits for an exclusive lock on a table of this database. */
async function waitsForLock(client: PoolClient): Promise<boolean> {
  const { rowCount } =
    await client.query(`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted and mode = 'AccessExclusiveLock'`);
  return rowCount === 1;
}
