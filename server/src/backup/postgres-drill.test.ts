import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ArchivedPostgres, startArchived } from '../../test/fixtures/backup/archived-postgres.ts';
import { compare, missing } from '../../test/fixtures/backup/compare.ts';
import {
  buildWorld,
  erase,
  install,
  type World,
  writeOn,
} from '../../test/fixtures/backup/installation-under-load.ts';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { testedBucket, type TestedBucket } from '../../test/fixtures/files/tested-stores.ts';
import { isFull, printInvariant, temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { findProgram } from '../../../scripts/debian-packages.mjs';
import { openPostgres } from '../db/engines/postgres/open-postgres.ts';
import { writeNewKey } from './age.ts';

// I-26 on PostgreSQL: pgBackRest restores to the second, and the archive of files fits. Files are in
// a bucket, and restored to another.

let home: ReturnType<typeof temporaryFolder>;
let postgres: ArchivedPostgres;
let bucket: TestedBucket;
let settings: Record<string, string>;
let key: string;
/** The reason why this cannot run here. */
let reason: string | undefined;

beforeAll(async () => {
  home = temporaryFolder('postgres-drill');
  if (testEngine !== 'postgres') reason = 'it needs PostgreSQL';
  else if (process.getuid?.() !== 0) reason = 'only root can become the user of PostgreSQL';
  else ({ reason } = await findProgram('pgbackrest', 'pgbackrest'));
  if (reason !== undefined) return;
  key = join(home.folder, 'key');
  const { recipient, signingKey } = await writeNewKey(key);
  postgres = await startArchived(home.folder);
  bucket = await testedBucket();
  settings = {
    ...postgres.settings,
    ...bucket.environment,
    DATA_DIR: join(home.folder, 'data'),
    BACKUP_DIR: join(home.folder, 'backups'),
    BACKUP_RECIPIENTS: recipient,
    BACKUP_SIGNING_KEY: signingKey,
  };
}, 240_000);
afterAll(async () => {
  if (reason === undefined) await bucket.close();
  home.remove();
});

it(
  'is restored as it was at an instant, under load, after everything was destroyed [I-26, O-3.5]',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (reason !== undefined) return skip(`NOT RUN: the drill of PostgreSQL. ${reason}`);
    const database = await postgres.open();
    const installed = await install(settings['DATA_DIR'] ?? '', database, bucket.environment);
    const world = await buildWorld(installed);
    const writer = writeOn(world.owner);
    await expect.poll(() => writer.acknowledged().length).toBeGreaterThan(10);
    expect(await runCommand('backup', [], settings)).toContain('a full backup');
    await writer.stop();
    const before = writer.acknowledged();
    const target = new Date(Math.ceil(now().getTime() / 1000) * 1000);
    await wait(target.getTime() - now().getTime() + 50);
    const later = writeOn(world.owner);
    await expect.poll(() => later.acknowledged().length).toBeGreaterThan(5);
    await later.stop();
    await erase(installed, world.leaving);
    expect(await runCommand('backup', [], settings)).toContain('a differential backup');
    await postgres.archiveNow();
    const [kept, erased] = [bucket.storage.objects.keys(), world.leaving.id];
    expect(
      await runCommand(
        'restore',
        ['--key', key, '--drill', '--postgres-data', postgres.place('drill')],
        settings,
      ),
    ).toContain('checked');
    // The drill restores to, and erases in, another bucket than the running installation's.
    expect(bucket.storage.objects.keys()).toEqual(kept);
    expect(
      kept.map((name) => [name.startsWith(erased), bucket.storage.objects.versions(name).length]),
    ).toEqual([[false, 1]]);
    if (isFull) await restored('end', world, [...before, ...later.acknowledged()], []);
    await installed.close();
    await database.close();
    await postgres.destroy();
    rmSync(settings['DATA_DIR'] ?? '', { recursive: true });
    const acknowledgedAfter = await restored('second', world, before, later.acknowledged(), target);
    printInvariant({ id: 'I-26', driver: testEngine, n: before.length, violations: 0, acknowledgedAfter });
  },
);

/**
 * Restores to a new place, and compares. Returns the number of bookings after the instant that are
 * correctly absent.
 */
async function restored(
  name: string,
  world: World,
  there: readonly string[],
  notThere: readonly string[],
  at?: Date,
): Promise<number> {
  const place = postgres.place(name);
  const directory = join(home.folder, `data-${name}`);
  const to = at === undefined ? [] : ['--to', at.toISOString()];
  const other = await testedBucket();
  const said = await runCommand('restore', ['--key', key, '--postgres-data', join(place, 'data'), ...to], {
    ...settings,
    ...other.environment,
    DATA_DIR: directory,
  });
  expect(said).toContain(at === undefined ? 'Erased again: 0 businesses' : 'Erased again: 1 businesses');
  const server = await postgres.startRestored(place);
  try {
    const url = (server.url ?? '').replace('//postgres@', '//samay_login@').replace(/\/postgres$/, '/samay');
    const database = await openPostgres({ url, poolSize: 5 });
    const copy = await install(directory, database, other.environment);
    expect(await missing(copy, [...there, world.prescribed])).toEqual([]);
    if (notThere.length > 0) expect(await missing(copy, notThere)).toEqual(notThere);
    await compare(copy, world);
    expect(other.storage.objects.keys()).toEqual(bucket.storage.objects.keys());
    await copy.close();
    await database.close();
  } finally {
    await server.stop();
    await other.close();
  }
  return notThere.length;
}
