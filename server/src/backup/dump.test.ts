import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing } from '../../test/fixtures/backup/compare.ts';
import {
  buildWorld,
  erase,
  install,
  type Installed,
  writeOn,
  type World,
} from '../../test/fixtures/backup/installation-under-load.ts';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { loadDump } from '../../test/fixtures/database/embedded-dump.ts';
import { freePort } from '../../test/fixtures/free-port.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { plantRelease } from '../../test/fixtures/planted-release.ts';
import { startServer } from '../../test/fixtures/running-server.ts';
import type { EmbeddedDatabase } from '../db/open-database.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { pendingMigrations } from '../db/migrate/pending-migrations.ts';
import { asPlatform } from '../db/tenant.ts';
import { checkFileContents } from '../modules/files/index.ts';
import { writeNewKey } from './age.ts';
import { writeDump } from './write-dump.ts';

let home: ReturnType<typeof temporaryFolder>;
let key: string;
let recipient: string;
let signingKey: string;

beforeAll(async () => {
  home = temporaryFolder('dump');
  key = join(home.folder, 'key');
  ({ recipient, signingKey } = await writeNewKey(key));
});
afterAll(() => home.remove());

describe.skipIf(testEngine !== 'embedded')('a dump before a migration', () => {
  it(
    'is written by a start that migrates, encrypted, and refused by a release that is newer than it [O-2.16, O-3.7]',
    { timeout: 600_000 },
    async () => {
      const directory = join(home.folder, 'older');
      await makeOlder(directory);
      const main = plantRelease(join(home.folder, 'newer'), {
        '9000-planted.sql': 'create table planted ();',
      });
      const settings = { DATA_DIR: directory, BACKUP_RECIPIENTS: recipient };
      const server = await startServer({ ...settings, PORT: await freePort(), SAMAY_DEMO: '0' }, main);
      await server.stop('SIGTERM');
      const [name, ...others] = readdirSync(join(directory, 'backups'));
      expect([name, others]).toEqual([
        expect.stringMatching(/^[-\dTZ]+-before-migration\.tar\.gz\.age$/),
        [],
      ]);
      const dump = join(directory, 'backups', name ?? '');
      expect(statSync(dump).mode & 0o777).toBe(0o600);
      rmSync(join(directory, 'database'), { recursive: true });
      await expect(runCommand('restore', [dump], settings, { main })).rejects.toThrow(
        'This dump is encrypted',
      );
      await expect(runCommand('restore', ['--key', key, dump], settings, { main })).rejects.toThrow(
        'Restore it with that release',
      );
      expect(readdirSync(directory).filter((entry) => /database|restore/.test(entry))).toEqual([
        'database.json',
      ]);
    },
  );

  it(
    'is restored next to the secrets and files of its installation, without data that was erased since [O-3.7]',
    { timeout: 600_000 },
    async () => {
      const directory = join(home.folder, 'data');
      const settings = {
        DATA_DIR: directory,
        BACKUP_DIR: join(home.folder, 'backups'),
        BACKUP_RECIPIENTS: recipient,
        BACKUP_SIGNING_KEY: signingKey,
      };
      let [dump, world, later]: [string, World | undefined, readonly string[]] = ['', undefined, []];
      await withInstalled(directory, async (installed, database) => {
        world = await buildWorld(installed);
        dump = (await writeDump(database, [recipient])) ?? '';
        const writer = writeOn(world.owner);
        await expect.poll(() => writer.acknowledged().length).toBeGreaterThan(0);
        await writer.stop();
        later = writer.acknowledged();
        await erase(installed, world.leaving);
      });
      await runCommand('backup', [], settings);
      await expect(runCommand('restore', ['--key', key, dump], settings)).rejects.toThrow('away first');
      renameSync(join(directory, 'database'), join(directory, 'moved-away'));
      expect(await runCommand('restore', ['--key', key, dump], settings)).toContain(
        'Erased again: 1 businesses',
      );
      await withInstalled(directory, async (installed) => {
        expect(await missing(installed, [world?.prescribed ?? '', ...later])).toEqual(later);
        expect(await checkFileContents(installed.dependencies)).toEqual([]);
        const open = await asPlatform(installed, (tx) =>
          tx.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute(),
        );
        expect(open).toEqual([]);
      });
    },
  );

  it('is plain where nobody has a key, and then opens with tar alone', { timeout: 600_000 }, async () => {
    const directory = join(home.folder, 'plain');
    const database = await openEmbedded({ directory, dump: await loadDump('migrated', migrate) });
    const dump = (await writeDump(database, [])) ?? '';
    await database.close();
    const unpacked = join(home.folder, 'unpacked');
    mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', dump, '-C', unpacked, 'database', 'database.json']);
    const copy = await openEmbedded({ directory: unpacked });
    expect(await pendingMigrations(copy)).toEqual([]);
    await copy.close();
    await expect(writeDump(database, ['age1nonsense'])).rejects.toThrow('is not a public key of age');
  });
});

/** Makes a database of this release without its later migration. */
async function makeOlder(directory: string): Promise<void> {
  const database = await openEmbedded({ directory, dump: await loadDump('migrated', migrate) });
  await database.close();
}

async function withInstalled(
  directory: string,
  work: (installed: Installed, database: EmbeddedDatabase) => Promise<void>,
): Promise<void> {
  const isNew = !readdirSync(home.folder).includes('data');
  const database = await openEmbedded({
    directory,
    dump: isNew ? await loadDump('migrated', migrate) : undefined,
  });
  const installed = await install(directory, database);
  try {
    await work(installed, database);
  } finally {
    await installed.close();
    await database.close();
  }
}
