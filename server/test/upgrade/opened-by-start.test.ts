import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openEmbedded } from '../../src/db/engines/embedded/open-embedded.ts';
import { cityCare, demoPassword } from '../../src/demo/accounts.ts';
import { loadDump } from '../fixtures/database/embedded-dump.ts';
import { describeSchema } from '../fixtures/database/schema-description.ts';
import { testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { inheritedEnvironment } from '../fixtures/inherited-environment.ts';
import { isFull, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { asOwner } from '../fixtures/owner.ts';
import { plantRelease } from '../fixtures/planted-release.ts';
import { startServer } from '../fixtures/running-server.ts';
import { nextRelease, readAll, writeMigrations } from './older-database.ts';
import { loadRows, type ReleaseData, readReleases, releaseKey } from './release-data.ts';

// Upgrades the folder of an embedded database as an operator does: by the start of the next release.

const home = temporaryFolder('opened-by-start');
afterAll(() => home.remove());

/** The releases whose folders are opened: usually the first, from which most migrations lead to this one. */
const opened = isFull ? readReleases() : readReleases().slice(0, 1);

it.skipIf(testEngine !== 'embedded').each(opened)(
  'opens the folder of release $release in the next one by its start alone, killed at any moment, with its rows and the schema of a new one [O-2.22, O-2.23]',
  { timeout: 600_000 },
  async (data) => {
    const directory = join(home.folder, `data-${data.release}`);
    mkdirSync(directory);
    writeFileSync(join(directory, 'secrets.json'), JSON.stringify({ keys: [releaseKey] }), { mode: 0o600 });
    const made = await openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) });
    await migrate(made, { folder: writeMigrations(home.folder, data) });
    await asOwner({ database: made, ownerUrl: undefined }, (client) => loadRows(client, data));
    const before = await readAll({ database: made, ownerUrl: undefined }, data);
    const dump = await made.dump('none');
    await made.close();

    const main = plantRelease(join(home.folder, `after-${data.release}`), nextRelease);
    await expectMigrated(dump, join(dirname(main), '..', 'migrations'), data, before);
    for (let kill = 0; kill < (isFull ? 20 : 3); kill += 1) {
      await startAndKill(main, directory, 300 + Math.random() * 2_700);
      const database = await openEmbedded({ directory });
      const held = { database, ownerUrl: undefined };
      expect(await readAll(held, data)).toEqual(before);
      const { rows } = await database.pool.query(`select
        (select count(*)::int from schema_migrations where name like '9000-%') as noted,
        (select count(*)::int from pg_class where relname = 'rehearsals') as made`);
      expect([
        { noted: 0, made: 0 },
        { noted: 1, made: 1 },
      ]).toContainEqual(rows[0]);
      await database.close();
    }
    const server = await startServer({ PORT: await freePort(), DATA_DIR: directory }, main);
    const reply = await fetch(`${server.address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: cityCare.members[0].email, password: demoPassword, remember: false }),
    });
    expect(reply.status).toBe(201);
    await server.stop('SIGTERM');
    expect(
      readdirSync(join(directory, 'backups')).filter((name) => !name.endsWith('.unfinished')),
    ).toContainEqual(expect.stringMatching(/-before-migration\.tar\.gz$/));
  },
);

/** Migrates a copy without a kill: it keeps its rows and gets the schema of a new database. */
async function expectMigrated(dump: Blob, folder: string, data: ReleaseData, before: object): Promise<void> {
  const copy = await openEmbedded({ dump });
  const held = { database: copy, ownerUrl: undefined };
  await migrate(copy, { folder });
  expect(await readAll(held, data)).toEqual(before);
  const fresh = await openEmbedded({ dump: await loadDump('migrated', migrate) });
  await migrate(fresh, { folder });
  expect(await asOwner(held, describeSchema)).toEqual(
    await asOwner({ database: fresh, ownerUrl: undefined }, describeSchema),
  );
  await copy.close();
  await fresh.close();
}

/** Starts a server of another release, and kills it after some milliseconds. */
async function startAndKill(main: string, directory: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...inheritedEnvironment,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      PORT: await freePort(),
      DATA_DIR: directory,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await ended;
}
