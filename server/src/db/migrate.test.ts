import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/invariants/invariant.ts';
import { type TestDatabase, testDatabase, testEngine } from '../../test/database.ts';
import { templateName } from '../../test/postgres-template.ts';
import { DatabaseRefused } from './database.ts';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';

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

test('our own migrations apply to an empty database once', async () => {
  const names = readMigrations().map(({ name }) => name);
  expect(await pendingMigrations(held.database)).toEqual(names);
  expect(await migrate(held.database)).toEqual(names);
  expect(await migrate(held.database)).toEqual([]);
  expect(await pendingMigrations(held.database)).toEqual([]);
});

test('files apply in the order of their names, each seeing the ones before', async () => {
  write('0002-more.sql', `insert into things values ('one'); insert into things values ('two');`);
  write('0001-things.sql', 'create table things (name text);');
  expect(await migrate(held.database, inFolder())).toEqual(['0001-things.sql', '0002-more.sql']);
  const { rows } = await held.database.pool.query('select count(*) as n from things');
  expect(rows).toEqual([{ n: 2 }]);
});

test('a file that fails leaves nothing of itself, and what came before stays', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-broken.sql', 'create table others (name text); select 1 / 0;');
  await expect(migrate(held.database, inFolder())).rejects.toThrow('The migration 0002-broken.sql failed: division by zero');
  expect(await pendingMigrations(held.database, files.folder)).toEqual(['0002-broken.sql']);
  const { rows } = await held.database.pool.query(
    `select to_regclass('things') is not null as things, to_regclass('others') is null as others`,
  );
  expect(rows).toEqual([{ things: true, others: true }]);
});

test('an applied file that was changed or removed is refused', async () => {
  write('0001-things.sql', 'create table things (name text);');
  await migrate(held.database, inFolder());
  write('0001-things.sql', 'create table things (name text, size int);');
  await expect(migrate(held.database, inFolder())).rejects.toThrow(DatabaseRefused);
  await expect(pendingMigrations(held.database, files.folder)).rejects.toThrow('0001-things.sql was changed after it was applied');
  fs.rmSync(path.join(files.folder, '0001-things.sql'));
  await expect(migrate(held.database, inFolder())).rejects.toThrow('0001-things.sql, which this version of Samay does not know');
});

test('line ends of another system are no change', async () => {
  write('0001-things.sql', 'create table things (\n  name text\n);\n');
  await migrate(held.database, inFolder());
  write('0001-things.sql', 'create table things (\r\n  name text\r\n);\r\n');
  expect(await migrate(held.database, inFolder())).toEqual([]);
});

test('a name out of order is refused before anything is applied', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('more.sql', 'select 1');
  await expect(migrate(held.database, inFolder())).rejects.toThrow('more.sql is no migration');
});

test('a number that two files bear is refused: their order would be that of their names', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0001-more.sql', 'select 1');
  await expect(migrate(held.database, inFolder())).rejects.toThrow('0001-things.sql has the number of another migration');
});

test('ten that migrate at once apply each file once', async () => {
  write('0001-things.sql', 'create table things (name text);');
  write('0002-slow.sql', 'select pg_sleep(0.1);');
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(held.database, inFolder())));
  expect(applied.flat().toSorted()).toEqual(['0001-things.sql', '0002-slow.sql']);
});

if (testEngine === 'postgres') {
  test('an owner that is no superuser migrates for a role that serves, and lets it serve', async () => {
    const name = `samay_serves_${process.pid}`;
    const owner = new URL(held.ownerUrl ?? '');
    const { pool } = held.database;
    await pool.query(`create role ${name}_owner login createrole password 'samay'; create role ${name} login password 'samay'`);
    await pool.query(`alter database ${owner.pathname.slice(1)} owner to ${name}_owner`);
    // The two roles belong to the whole cluster and were made by another migration, which handed them on.
    await templateName();
    await pool.query(`grant samay_app, samay_platform to ${name}_owner with admin option`);
    const urlAs = (user: string) => Object.assign(new URL(owner), { username: user, password: 'samay' }).href;
    const serving = await openPostgres({ url: urlAs(name), poolSize: 1 });
    try {
      expect(await migrate(serving, { url: urlAs(`${name}_owner`) })).toContain('0001-tenancy.sql');
      const { rows } = await serving.pool.query(`select set_config('role', 'samay_app', false) as role`);
      expect(rows).toEqual([{ role: 'samay_app' }]);
      await serving.pool.query('reset role');
      expect((await serving.pool.query(`select from authenticate(array[gen_random_uuid()], array[now()])`)).rowCount).toBe(0);
      expect(await pendingMigrations(serving)).toEqual([]);
    } finally {
      await serving.close();
      await pool.query(`drop owned by ${name}, ${name}_owner cascade; drop role ${name}`);
      await pool.query(`alter database ${owner.pathname.slice(1)} owner to current_user; drop role ${name}_owner`);
    }
  });
}
