import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { testDatabase, testEngine } from '../../test/fixtures/database.ts';
import { loadDump } from '../../test/fixtures/database/embedded-dump.ts';
import { freePort } from '../../test/fixtures/free-port.ts';
import { asOwner } from '../../test/fixtures/owner.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { plantRelease } from '../../test/fixtures/planted-release.ts';
import { startServer } from '../../test/fixtures/running-server.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { readMigrations } from '../db/migrate/migrations.ts';
import { writeNewKey } from './age.ts';

// Data of an earlier commit is refused with a sentence, and nothing in it is changed (0021).

const sentence = 'An earlier commit of Samay made this data, and this one does not continue it.';
const backupSentence = 'An earlier commit of Samay made this backup, and this one does not continue it.';
const home = temporaryFolder('earlier');
afterAll(() => home.remove());

/** Changes a database to one of an earlier commit, with other migrations than ours. */
async function makeEarlier({ pool }: OpenDatabase): Promise<void> {
  await pool.query(`create table schema_migrations (name text primary key, checksum text not null,
    applied_at timestamptz not null default now(), oldest_release text)`);
  await pool.query(
    `insert into schema_migrations (name, checksum) values ('0001-tenancy.sql', 'a'), ('0002-people.sql', 'b')`,
  );
}

const getContents = async ({ pool }: OpenDatabase) =>
  (
    await pool.query(`select (select string_agg(relname::text, ' ' order by relname) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
      (select string_agg(name, ' ' order by name) from schema_migrations) as migrations`)
  ).rows;

it('is no database to migrate [O-3.9]', async () => {
  const held = await testDatabase({ migrated: false });
  await makeEarlier(held.database);
  const before = await getContents(held.database);
  await expect(migrate(held.database)).rejects.toThrow(sentence);
  expect(await getContents(held.database)).toEqual(before);
  await held.close();
});

it('is none where the baseline reads otherwise either', async () => {
  const held = await testDatabase();
  await asOwner(held, (client) =>
    client.query(`update schema_migrations set checksum = 'of an earlier baseline'`),
  );
  await expect(migrate(held.database)).rejects.toThrow(sentence);
  await held.close();
});

it.skipIf(testEngine !== 'embedded')('is no directory to start on', { timeout: 600_000 }, async () => {
  const directory = join(home.folder, 'data');
  const database = await openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) });
  await makeEarlier(database);
  const before = await getContents(database);
  await database.close();
  const settings = { DATA_DIR: directory, SAMAY_DEMO: '0' };
  await expect(startServer({ ...settings, PORT: await freePort() })).rejects.toThrow(sentence);
  const again = await openEmbedded({ directory });
  expect(await getContents(again)).toEqual(before);
  await again.close();
});

it.skipIf(testEngine !== 'embedded')(
  'is no backup to restore, as that commit wrote it [O-3.9]',
  { timeout: 600_000 },
  async () => {
    const main = plantRelease(join(home.folder, 'release'), {
      '0001-baseline.sql': `-- Of an earlier commit.\n${readMigrations()[0]?.sql}`,
    });
    const [key, data, backups] = ['key', 'data-of-then', 'backups'].map((name) => join(home.folder, name));
    const { recipient, signingKey } = await writeNewKey(key ?? '');
    const settings = {
      DATA_DIR: data ?? '',
      BACKUP_DIR: backups ?? '',
      BACKUP_RECIPIENTS: recipient,
      BACKUP_SIGNING_KEY: signingKey,
    };
    const database = await openEmbedded({
      directory: data ?? '',
      dump: await loadDump('empty', async () => undefined),
    });
    await migrate(database, { folder: join(home.folder, 'release', 'server', 'migrations') });
    await database.close();
    await runCommand('backup', [], settings, { main });
    expect(readdirSync(backups ?? '')).toHaveLength(1);

    const empty = join(home.folder, 'empty');
    const given = ['--key', key ?? ''];
    await expect(runCommand('restore', given, { ...settings, DATA_DIR: empty })).rejects.toThrow(
      backupSentence,
    );
    expect(readdirSync(empty)).toEqual([]);
    const onPostgres = {
      DATA_DIR: join(home.folder, 'none'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    };
    const place = join(home.folder, 'cluster');
    await expect(
      runCommand('restore', [...given, '--postgres-data', place], { ...settings, ...onPostgres }),
    ).rejects.toThrow(backupSentence);
    expect([existsSync(place), existsSync(onPostgres.DATA_DIR)]).toEqual([false, false]);
  },
);
