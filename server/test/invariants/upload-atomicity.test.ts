import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { now } from '@samay/contract/core/time';
import { folderFiles } from '../../src/adapters/files/folder.ts';
import { signedWebhooks } from '../../src/adapters/webhooks/signed.ts';
import { buildApp } from '../../src/app.ts';
import { readSettings } from '../../src/core/settings.ts';
import type { OpenDatabase } from '../../src/db/open-database.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openEmbedded } from '../../src/db/engines/embedded/open-embedded.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { sweepFiles } from '../../src/modules/files/uploads/sweep.ts';
import type { Dependencies } from '../../src/context/dependencies.ts';
import { readOrMakeSecrets } from '../../src/core/secrets-file.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import { testDatabase, testEngine } from '../fixtures/database.ts';
import { loadDump } from '../fixtures/database/embedded-dump.ts';
import { loginUrl } from '../fixtures/database/postgres-template.ts';
import { inheritedEnvironment } from '../fixtures/inherited-environment.ts';
import { isFull, printInvariant, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { mountedDisk } from '../fixtures/invariants/mounted-disk.ts';
import { type Crash, crashPoints, uploadBytes } from '../fixtures/invariants/upload-crasher.ts';

// I-15: an upload is stored completely or not at all, wherever the process is killed and when the
// disk is full. An ordinary run has it on the embedded database alone, which the kill takes along; what a killed
// server leaves of a transaction on PostgreSQL is shown by money-kills.test.ts and books-kills.test.ts.
const isElsewhere = testEngine === 'postgres' && !isFull;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const rounds = isFull ? 20 : 1;
const { folder, remove } = temporaryFolder('uploads');

/**
 * A database that other processes open too: the embedded one by its directory, one process at a
 * time; PostgreSQL by its URL.
 */
interface SharedDatabase {
  readonly url: string | undefined;
  open(): Promise<{ database: OpenDatabase; close: () => Promise<void> }>;
  remove(): Promise<void>;
}
let shared: SharedDatabase;

beforeAll(async () => {
  if (isElsewhere) return;
  shared = testEngine === 'embedded' ? await sharedFolder() : await sharedServer();
});
afterAll(async () => {
  await shared?.remove();
  remove();
});

test.skipIf(isElsewhere)(
  'kill -9 at any point leaves no partial file and no row without its file, and the sweep removes the rest [I-15]',
  { timeout: 1_200_000 },
  async () => {
    const crashes = Array.from({ length: rounds }, () => [...crashPoints]).flat();
    const world = await prepare(crashes.length);
    for (const [index, point] of crashes.entries()) {
      await crash({
        point,
        databaseUrl: shared.url,
        folder,
        appointmentId: world.appointments[index] ?? '',
        headers: world.headers,
      });
    }
    const { database, close } = await shared.open();
    const found = await inspect(database, world.tenant);
    printInvariant({
      id: 'I-15',
      driver: testEngine,
      n: crashes.length,
      violations: found.partial + found.rowsWithoutFile + found.orphans,
      ...found,
    });
    await close();
    // Only committed uploads remain.
    expect(found).toEqual({ partial: 0, rowsWithoutFile: 0, orphans: 0, drafts: 0, shown: rounds });
  },
);

test.skipIf(isElsewhere)(
  'a full disk leaves no partial file, and a small file still fits [I-15]',
  async () => {
    const disk = smallDisk();
    try {
      const [command = '', ...parameters] = disk.wrap([
        process.execPath,
        script('../fixtures/invariants/disk-filler.ts'),
        disk.folder,
      ]);
      const child = spawnSync(command, parameters, { encoding: 'utf8' });
      expect(child.stderr).toBe('');
      const { refused, left, next } = JSON.parse(child.stdout) as {
        refused: string;
        left: number;
        next: string;
      };
      const violations = left + (next === 'kept' ? 0 : 1);
      printInvariant({ id: 'I-15-disk-full', driver: testEngine, n: 1, violations, how: disk.how, refused });
      expect({ refused, left, next }).toEqual({ refused: disk.code, left: 0, next: 'kept' });
    } finally {
      disk.remove();
    }
  },
);

/** Creates a business, a person who may upload, and a booking for each crash. */
async function prepare(
  bookings: number,
): Promise<{ tenant: BuiltTenant; appointments: string[]; headers: Record<string, string> }> {
  const { database, close } = await shared.open();
  const dependencies = await dependenciesOf(database);
  const app = await buildApp(dependencies);
  const tenant = await buildTenant({ database }, { plan: 'enterprise' });
  const person = await signInAs(
    { app, dependencies, database, ownerUrl: undefined, setNow: () => undefined, close },
    tenant,
    'DOCTOR',
  );
  const appointments: string[] = [];
  for (let index = 0; index < bookings; index += 1)
    appointments.push(await buildAppointment({ database }, tenant));
  await app.close();
  await close();
  return { tenant, appointments, headers: person.headers() };
}

async function crash(about: Crash): Promise<void> {
  const child = spawn(
    process.execPath,
    [script('../fixtures/invariants/upload-crasher.ts'), JSON.stringify(about)],
    { env: inheritedEnvironment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`not killed at ${about.point}: ${(await output).join('\n')}`);
}

async function inspect(database: OpenDatabase, tenant: BuiltTenant) {
  const dependencies = await dependenciesOf(database);
  const rows = await asPlatform({ database }, (tx) =>
    tx.selectFrom('files').select(['id', 'sha256']).where('tenant_id', '=', tenant.id).execute(),
  );
  const visible = getContents(tenant);
  const sums = await Promise.all(visible.map((id) => hashFile(dependencies, `${tenant.id}/${id}`)));
  await sweepFiles(dependencies);
  await sweepFiles(dependencies);
  const swept = getContents(tenant);
  return {
    partial: sums.filter(({ bytes }) => bytes !== uploadBytes).length,
    rowsWithoutFile: rows.filter(({ id, sha256 }) => sums[visible.indexOf(id)]?.sha256 !== sha256).length,
    orphans: swept.filter((id) => !rows.some((row) => row.id === id)).length,
    drafts: readdirSync(`${folder}/files/drafts`).length,
    shown: rows.length,
  };
}

async function hashFile({ files }: Dependencies, name: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of await files.read(name)) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
}

function getContents(tenant: BuiltTenant): string[] {
  return readdirSync(`${folder}/files`).includes(tenant.id)
    ? readdirSync(`${folder}/files/${tenant.id}`)
    : [];
}

/**
 * Returns the dependencies with a clock two hours ahead, when the sweep removes the leftovers of
 * the crashes.
 */
async function dependenciesOf(database: OpenDatabase): Promise<Dependencies> {
  return {
    settings: readSettings({ NODE_ENV: 'test', DATA_DIR: folder }),
    secrets: await readOrMakeSecrets(`${folder}/secrets.json`),
    webhooks: signedWebhooks({ toLoopback: true }),
    database,
    clock: () => new Date(now().getTime() + 2 * 3_600_000),
    files: await folderFiles(`${folder}/files`),
  };
}

async function sharedFolder(): Promise<SharedDatabase> {
  const first = await openEmbedded({ directory: folder, dump: await loadDump('migrated', migrate) });
  await first.close();
  return {
    url: undefined,
    async open() {
      const database = await openEmbedded({ directory: folder });
      return { database, close: () => database.close() };
    },
    remove: async () => undefined,
  };
}

async function sharedServer(): Promise<SharedDatabase> {
  const { database, ownerUrl, close } = await testDatabase();
  return {
    url: loginUrl(ownerUrl ?? ''),
    open: async () => ({ database, close: async () => undefined }),
    remove: close,
  };
}

/**
 * Returns a disk of 4 MB: a mounted one if the process may mount one, otherwise a limit for any
 * file.
 */
function smallDisk() {
  const disk = mountedDisk('small-disk', 4);
  if (disk) return { ...disk, how: 'tmpfs', code: 'ENOSPC', wrap: (command: string[]) => command };
  return {
    ...temporaryFolder('small-disk'),
    how: 'file length limit',
    code: 'EFBIG',
    wrap: (command: string[]) => ['sh', '-c', 'ulimit -f 8192; exec "$0" "$@"', ...command],
  };
}
