import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildWorld,
  erase,
  install,
  type World,
  writeOn,
} from '../../test/fixtures/backup/installation-under-load.ts';
import { compare, missing } from '../../test/fixtures/backup/compare.ts';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { loadDump } from '../../test/fixtures/database/embedded-dump.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { printInvariant, temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { passingKey, readKeys, writeNewKey } from './age.ts';
import { passOver } from './archive.ts';
import { readBackup } from './write-backup.ts';
import { serveCommands } from '../commands/local-server.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { asPlatform } from '../db/tenant.ts';

// I-26: a backup taken under load is restored elsewhere, with every write that was acknowledged
// before it began.

let home: ReturnType<typeof temporaryFolder>;
let settings: Record<string, string>;
let key: string;

beforeAll(async () => {
  home = temporaryFolder('drill');
  key = join(home.folder, 'key');
  const { recipient, signingKey } = await writeNewKey(key);
  settings = {
    DATA_DIR: join(home.folder, 'data'),
    BACKUP_DIR: join(home.folder, 'backups'),
    BACKUP_RECIPIENTS: recipient,
    BACKUP_SIGNING_KEY: signingKey,
  };
});
afterAll(() => home.remove());

const backups = () => readdirSync(settings['BACKUP_DIR'] ?? '').toSorted();
const pathOf = (name: string | undefined) => join(settings['BACKUP_DIR'] ?? '', name ?? '');

describe.skipIf(testEngine !== 'embedded')('the embedded database', () => {
  let world: World;
  let before: readonly string[];

  it(
    'is backed up while it is written to, tried, and backed up again [O-3.1]',
    { timeout: 600_000 },
    async () => {
      const directory = settings['DATA_DIR'] ?? '';
      const database = await openEmbedded({ directory, dump: await loadDump('migrated', migrate) });
      const installed = await install(directory, database);
      const stopServing = await serveCommands(installed.dependencies, directory);
      world = await buildWorld(installed);
      const writer = writeOn(world.owner);
      await expect.poll(() => writer.acknowledged().length).toBeGreaterThan(10);
      before = writer.acknowledged();
      const said = await runCommand('backup', [], settings);
      expect(said).toContain('It was opened and compared.');
      await writer.stop();
      expect(writer.acknowledged().length).toBeGreaterThan(before.length + 5);
      expect(await runCommand('restore', ['--key', key, '--drill'], settings)).toContain('restored in');
      await erase(installed, world.leaving);
      await runCommand('backup', [], settings);
      const marks = await asPlatform(installed, (tx) =>
        tx.selectFrom('platform_marks').select(['name', 'detail']).orderBy('name').execute(),
      );
      expect(marks.map(({ name }) => name)).toEqual(['backup', 'restore-drill']);
      expect(marks[0]?.detail).toMatchObject({ kind: 'whole', files: expect.any(Number) as number });
      await stopServing();
      await installed.close();
      await database.close();
      expect(existsSync(join(directory, 'backup.unfinished'))).toBe(false);
    },
  );

  it(
    'is restored to a second place after the first is destroyed [I-26, O-3.5]',
    { timeout: 600_000 },
    async () => {
      rmSync(settings['DATA_DIR'] ?? '', { recursive: true });
      const directory = join(home.folder, 'second');
      const said = await runCommand('restore', ['--key', key, '--from', pathOf(backups()[0])], {
        ...settings,
        DATA_DIR: directory,
      });
      expect(said).toContain('Erased again: 1 businesses');
      const database = await openEmbedded({ directory });
      const restored = await install(directory, database);
      const lost = await missing(restored, [...before, world.prescribed]);
      printInvariant({ id: 'I-26', driver: testEngine, n: before.length, violations: lost.length });
      expect(lost).toEqual([]);
      await compare(restored, world);
      expect(readModes(directory)).toEqual({ 'secrets.json': '600', database: '700', files: '700' });
      await restored.close();
      await database.close();
      await expect(
        runCommand('restore', ['--key', key], { ...settings, DATA_DIR: directory }),
      ).rejects.toThrow('holds data already');
    },
  );

  it(
    'opens with its own key only, and not when a byte of it is changed or missing [O-3.1]',
    { timeout: 600_000 },
    async () => {
      const whole = pathOf(backups().at(-1));
      const keys = await readKeys(key);
      expect((await readBackup(whole, keys, passOver)).head.database).toBe('embedded');
      expect(statSync(whole).mode & 0o777).toBe(0o600);
      const { identity } = await passingKey();
      await expect(readBackup(whole, { ...keys, identities: [identity] }, passOver)).rejects.toThrow(
        'This key does not open the archive',
      );
      for (const damage of [changeByte, cutOff]) {
        const damaged = join(home.folder, 'damaged');
        writeFileSync(damaged, readFileSync(whole));
        damage(damaged);
        await expect(readBackup(damaged, keys, passOver)).rejects.toThrow(
          /damaged|incomplete|ends in the middle/,
        );
      }
    },
  );
});

function readModes(directory: string): Record<string, string> {
  const names = ['secrets.json', 'database', 'files'];
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(directory, name)).mode & 0o777).toString(8)]),
  );
}

function changeByte(path: string): void {
  const bytes = readFileSync(path);
  const place = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(path, bytes);
}

function cutOff(path: string): void {
  truncateSync(path, statSync(path).size - 100);
}
