import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compare, missing } from '../../test/fixtures/backup/compare.ts';
import {
  buildWorld,
  erase,
  install,
  type Installed,
  type World,
} from '../../test/fixtures/backup/installation-under-load.ts';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { loadDump } from '../../test/fixtures/database/embedded-dump.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { testedBucket, type TestedBucket } from '../../test/fixtures/files/tested-stores.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { serveCommands } from '../commands/local-server.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { checkFileContents } from '../modules/files/index.ts';
import { writeNewKey } from './age.ts';

// An embedded database with its files in a bucket: machine and bucket are lost, and another machine
// has another bucket.

const testEmbedded = it.runIf(testEngine === 'embedded');
let home: ReturnType<typeof temporaryFolder>;
let bucket: TestedBucket;
let other: TestedBucket;
let key: string;
let settings: Record<string, string>;
let world: World;

beforeAll(async () => {
  home = temporaryFolder('bucket-drill');
  bucket = await testedBucket();
  other = await testedBucket();
  key = join(home.folder, 'key');
  const { recipient, signingKey } = await writeNewKey(key);
  settings = {
    DATA_DIR: join(home.folder, 'second'),
    BACKUP_DIR: join(home.folder, 'backups'),
    BACKUP_RECIPIENTS: recipient,
    BACKUP_SIGNING_KEY: signingKey,
  };
});
afterAll(async () => {
  await bucket.close();
  await other.close();
  home.remove();
});

testEmbedded(
  'is backed up with its files, and restored to a folder, from where they open [O-3.10]',
  { timeout: 300_000 },
  async () => {
    const directory = join(home.folder, 'first');
    const database = await openEmbedded({ directory, dump: await loadDump('migrated', migrate) });
    const installed = await install(directory, database, bucket.environment);
    const stopServing = await serveCommands(installed.dependencies, directory);
    world = await buildWorld(installed);
    expect(bucket.storage.objects.keys()).toHaveLength(2);
    await runCommand('backup', [], { ...settings, ...bucket.environment, DATA_DIR: directory });
    await erase(installed, world.leaving);
    await runCommand('backup', [], { ...settings, ...bucket.environment, DATA_DIR: directory });
    await stopServing();
    await installed.close();
    await database.close();
    rmSync(directory, { recursive: true });
    const [first = ''] = readdirSync(settings['BACKUP_DIR'] ?? '').toSorted();
    const args = ['--key', key, '--from', join(settings['BACKUP_DIR'] ?? '', first)];
    const said = await runCommand('restore', args, { ...settings, ...other.environment });
    expect(said).toContain('Erased again: 1 businesses');
    expect(said).toContain('Put them into the bucket: npm run move-files');
    expect([countFiles(), other.storage.objects.keys().length]).toEqual([1, 0]);
    await opens(other.environment, (copy) => compare(copy, world));
  },
);

testEmbedded(
  'moves them to the other bucket and back to a folder, and opens them from each [O-3.10]',
  { timeout: 300_000 },
  async () => {
    expect(await runCommand('../move-files', [], { ...settings, ...other.environment })).toContain('1 files');
    expect([countFiles(), other.storage.objects.keys().length]).toEqual([0, 1]);
    await opens(other.environment);
    expect(
      await runCommand('../move-files', [], {
        ...settings,
        ...other.environment,
        FILES_WRITTEN_TO: 'folder',
      }),
    ).toContain('1 files');
    expect([countFiles(), other.storage.objects.keys().length]).toEqual([1, 0]);
    await opens({});
  },
);

/** Counts the files in the folder of the second place. */
function countFiles(): number {
  const folder = join(settings['DATA_DIR'] ?? '', 'files');
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('drafts')).length;
}

/**
 * Checks with a bucket's settings that the file opens with the uploaded content, and any other
 * condition.
 */
async function opens(
  environment: Record<string, string>,
  check?: (copy: Installed) => Promise<void>,
): Promise<void> {
  const directory = settings['DATA_DIR'] ?? '';
  const database = await openEmbedded({ directory });
  const copy = await install(directory, database, environment);
  expect(await missing(copy, [world.prescribed])).toEqual([]);
  expect(await checkFileContents(copy.dependencies)).toEqual([]);
  await check?.(copy);
  await copy.close();
  await database.close();
}
