import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDump } from '../../../../test/fixtures/database/embedded-dump.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { DatabaseRefused } from '../../database.ts';
import type { EmbeddedDatabase } from '../../open-database.ts';
import { embeddedMajor, markAsMoved, getPlaces } from './embedded-directory.ts';
import { migrate } from '../../migrate/migrate.ts';
import { openEmbedded } from './open-embedded.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder('embedded'));
});

afterEach(() => remove());

/** Opens a database from a dump, which is faster than from nothing. */
async function openFresh(directory?: string): Promise<EmbeddedDatabase> {
  return openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) });
}

async function readValue(database: EmbeddedDatabase, expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]?.value;
}

test('keeps its rows in the directory, readable by its owner only, in a marked database of the expected version', async () => {
  const home = path.join(folder, 'data');
  const database = await openEmbedded({ directory: home });
  await database.pool.query(`create table things (name text); insert into things values ('kept')`);
  expect(await readValue(database, `current_setting('server_version_num')::int / 10000`)).toBe(embeddedMajor);
  expect(await readValue(database, `current_setting('fsync')`)).toBe('on');
  await database.close();
  expect(fs.statSync(home).mode & 0o777).toBe(0o700);
  expect(JSON.parse(fs.readFileSync(getPlaces(home).marker, 'utf8'))).toEqual({
    engine: 'pglite',
    postgres: embeddedMajor,
  });

  const again = await openEmbedded({ directory: home });
  expect(await readValue(again, '(select name from things)')).toBe('kept');
  await again.close();
  expect(fs.readdirSync(home).toSorted()).toEqual(['database', 'database.json']);
});

test('a second opening is rejected with the holder’s name, and works after the first is closed', async () => {
  const database = await openFresh(folder);
  const second = openEmbedded({ directory: folder });
  await expect(second).rejects.toThrow(DatabaseRefused);
  await expect(second).rejects.toThrow(
    `Another Samay process (pid ${process.pid}) already uses ${folder}. Stop it first, or give this one`,
  );
  await Promise.all([database.close(), database.close()]);
  await (await openEmbedded({ directory: folder })).close();
});

test('a start that was interrupted while it made the database begins again', async () => {
  fs.mkdirSync(getPlaces(folder).unfinished);
  fs.writeFileSync(path.join(getPlaces(folder).unfinished, 'PG_VERSION'), '18\n');
  const database = await openFresh(folder);
  expect(await readValue(database, '1')).toBe(1);
  await database.close();
  expect(fs.existsSync(getPlaces(folder).unfinished)).toBe(false);
});

test('data of another major version is refused untouched', async () => {
  fs.mkdirSync(getPlaces(folder).database);
  fs.writeFileSync(path.join(getPlaces(folder).database, 'PG_VERSION'), '17\n');
  await expect(openEmbedded({ directory: folder })).rejects.toThrow(
    /holds a database of pglite 17, this Samay reads pglite 18\. .*backup/,
  );
  expect(fs.readdirSync(getPlaces(folder).database)).toEqual(['PG_VERSION']);
});

test('data that was moved is refused, with what to set instead', async () => {
  markAsMoved(folder, 'db.example:5432/samay');
  await expect(openEmbedded({ directory: folder })).rejects.toThrow(
    /was moved to PostgreSQL \(db\.example:5432\/samay\)\. Set DATABASE_URL to that database/,
  );
});

test('a marker that is not readable is refused', async () => {
  fs.writeFileSync(getPlaces(folder).marker, 'half a f');
  await expect(openEmbedded({ directory: folder })).rejects.toThrow(DatabaseRefused);
});

test('callers wait for the one connection and all get it', async () => {
  const database = await openFresh();
  const values = await Promise.all(
    Array.from({ length: 200 }, (_, index) => readValue(database, `${index}`)),
  );
  expect(values).toEqual(Array.from({ length: 200 }, (_, index) => index));
  await database.close();
});

test('a client that is released in the middle of a transaction rolls it back', async () => {
  const database = await openFresh();
  await database.pool.query(
    `create table things (name text); create role somebody; grant all on things to somebody`,
  );
  for (let round = 0; round < 3; round += 1) {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(
      `set role somebody; set local statement_timeout = 7; set search_path = pg_catalog; create temp table mine (a int)`,
    );
    await client.query(`insert into public.things values ('lost')`);
    client.release(new Error('the caller gave up'));
    const state = `array[current_user::text, current_setting('statement_timeout'), current_setting('search_path'), coalesce(to_regclass('mine')::text, 'no table')]`;
    expect(await readValue(database, state)).toEqual(['postgres', '0', 'public', 'no table']);
    expect(await readValue(database, '(select count(*) from things)')).toBe(0);
  }
  await database.close();
});

test('an error fails only its own statement', async () => {
  const database = await openFresh();
  await expect(database.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(database.pool.query('select $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' });
  expect(await readValue(database, '1')).toBe(1);
  await database.close();
});

test('a migration of existing data is preceded by what saves them; the first migration is not [O-2.16]', async () => {
  const migrations = path.join(folder, 'migrations');
  fs.mkdirSync(migrations);
  fs.writeFileSync(path.join(migrations, '0001-things.sql'), 'create table things (name text);');
  const database = await openFresh(path.join(folder, 'data'));
  const saved: string[] = [];
  const before = async () =>
    saved.push((await readValue(database, `coalesce(to_regclass('things')::text, 'no table')`)) as string);
  await migrate(database, { folder: migrations, before });
  await migrate(database, { folder: migrations, before });
  expect(saved).toEqual([]);
  fs.writeFileSync(path.join(migrations, '0002-drop.sql'), 'drop table things;');
  await migrate(database, { folder: migrations, before });
  await database.close();
  expect(saved).toEqual(['things']);
});
