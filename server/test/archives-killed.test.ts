import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { now } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from '../src/adapters/files/folder.ts';
import { signedWebhooks } from '../src/adapters/webhooks/signed.ts';
import type { Dependencies } from '../src/context/dependencies.ts';
import { unsealed } from '../src/core/sealed-stream.ts';
import { readOrMakeSecrets } from '../src/core/secrets-file.ts';
import { readSettings } from '../src/core/settings.ts';
import { readHolder } from '../src/db/engines/embedded/pid-file.ts';
import type { OpenDatabase } from '../src/db/open-database.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { fillDemo } from '../src/demo/index.ts';
import { archivedTables } from '../src/modules/archives/content/table-queries.ts';
import { openArchive } from '../src/modules/archives/importing/archive.ts';
import { decryptKey } from '../src/modules/archives/stored/key.ts';
import { sweepFiles } from '../src/modules/files/uploads/sweep.ts';
import { runAdminCommand } from '../src/modules/platform/index.ts';
import { testApp } from './fixtures/app.ts';
import { archiveOf, demoBusiness } from './fixtures/archives/archives.ts';
import { buildTenant, type BuiltTenant } from './fixtures/builders.ts';
import { testEngine } from './fixtures/database.ts';
import { freePort } from './fixtures/free-port.ts';
import { inheritedEnvironment } from './fixtures/inherited-environment.ts';
import { isFull, printInvariant } from './fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from './fixtures/invariants/killed-servers.ts';
import { type RunningServer, startServer } from './fixtures/running-server.ts';

// Kills the server that makes an archive, and the command that imports one, at moments that are spread
// over the work. On the embedded database only: there the process that is killed is the database too, so
// nothing outlives it that could end the transaction in order.

const kills = isFull ? 20 : 3;
const adminCommand = fileURLToPath(new URL('../src/commands/admin.ts', import.meta.url));

type Opened = Dependencies & { readonly database: OpenDatabase };
/** The rows of a business by table, and its prescriptions that can be read. */
type Counts = Readonly<Record<string, number>>;

let data: ServersData;
let folder: string;
let archivePath: string;
let exported: BuiltTenant;
/** A business into which nothing was imported yet. */
let empty: BuiltTenant;
let before: Counts;
let whole: Counts;
/** The milliseconds that an export and an import take alone. */
let tookMs: { exporting: number; importing: number };

beforeAll(async () => {
  if (testEngine !== 'embedded') return;
  data = await serversData('archives-killed');
  folder = data.settings['DATA_DIR'] ?? '';
  archivePath = join(folder, 'archive.zip');
  await opened(async (dependencies) => {
    await fillDemo(dependencies);
    const { database } = dependencies;
    const app = await testApp({
      database: { database, ownerUrl: undefined, close: async () => undefined },
      dependencies,
    });
    exported = await demoBusiness(app, 'City Care Clinic');
    const exporting = await timed(async () => writeFile(archivePath, await archiveOf(app, exported)));
    await app.close();
    await askAgain(dependencies);
    empty = await buildTenant({ database }, { times: 'apart' });
    before = await countsOf(dependencies, empty);
    const given = { business: empty.id, path: archivePath };
    const importing = await timed(() => runAdminCommand(dependencies, 'import-archive', given));
    whole = await countsOf(dependencies, empty);
    empty = await buildTenant({ database }, { times: 'apart' });
    tookMs = { exporting, importing };
  });
}, 240_000);
afterAll(() => data?.remove());

test.skipIf(testEngine !== 'embedded')(
  'killed at any moment, an export is not made or whole, and an import has brought nothing or all; the next start makes both [P-15.36, P-15.41]',
  { timeout: 1_200_000 },
  async () => {
    expect(whole['appointments']).toBeGreaterThan(100);
    expect(whole['stored']).toBe(whole['files']);
    const found = { notMade: 0, made: 0, notImported: 0, imported: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      const share = (kill + 0.5) / kills;
      const server = await serverThatMakes();
      await wait(tookMs.exporting * 0.8 * share);
      await server.stop('SIGKILL');
      const command = startImport();
      await untilOpening(command);
      await wait(tookMs.importing * 6 * share);
      command.kill('SIGKILL');
      await endOf(command);
      await opened(async (dependencies) => {
        const isMade = await isReady(dependencies);
        found[isMade ? 'made' : 'notMade'] += 1;
        await (isMade ? askAgain : endLease)(dependencies);
        const counts = await countsOf(dependencies, empty);
        expect([before, whole]).toContainEqual(counts);
        const isImported = counts['appointments'] !== 0;
        found[isImported ? 'imported' : 'notImported'] += 1;
        if (isImported) empty = await buildTenant(dependencies, { times: 'apart' });
      });
    }
    const earlier = new Set(storedNames());
    const server = await serverThatMakes();
    while (storedNames().every((name) => earlier.has(name))) await wait(5);
    expect(await endOf(startImport())).toBe(0);
    await server.stop('SIGTERM');
    await opened(async (dependencies) => {
      expect(await isReady(dependencies)).toBe(true);
      expect(await countsOf(dependencies, empty)).toEqual(whole);
      expect(await leftAfterSweep(dependencies)).toEqual([]);
    });
    printInvariant({ id: 'archives-killed', driver: 'embedded', n: 2 * kills, violations: 0, ...found });
  },
);

/** Opens the installation in this process, while no other one has it open. */
async function opened<T>(work: (dependencies: Opened) => Promise<T>): Promise<T> {
  return data.withDatabase(async (database) =>
    work({
      settings: readSettings({ NODE_ENV: 'test', DATA_DIR: folder }),
      database,
      webhooks: signedWebhooks({ toLoopback: true }),
      clock: now,
      files: await folderFiles(join(folder, 'files')),
      secrets: await readOrMakeSecrets(join(folder, 'secrets.json')),
    }),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Starts a server, and waits until it writes the archive. On a busy machine the archive may be stored
 * before this process looks.
 */
async function serverThatMakes(): Promise<RunningServer> {
  const earlier = new Set([...drafts(), ...storedNames()]);
  const server = await startServer({ ...data.settings, PORT: await freePort() });
  while ([...drafts(), ...storedNames()].every((name) => earlier.has(name))) {
    if (!server.isRunning()) throw new Error('the server ended before it made an archive');
    await wait(2);
  }
  return server;
}

const drafts = () => readdirSync(join(folder, 'files', 'drafts'));

function storedNames(): string[] {
  const names = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !name.startsWith('drafts'));
}

function startImport(): ChildProcess {
  return spawn(process.execPath, [adminCommand, 'import-archive', empty.id, archivePath], {
    env: { ...inheritedEnvironment, NODE_ENV: 'test', ...data.settings },
    stdio: 'ignore',
  });
}

/** Waits until a command has the folder of the database, which it opens next. */
async function untilOpening(command: ChildProcess): Promise<void> {
  while (readHolder(folder)?.pid !== command.pid) {
    if (command.exitCode !== null) throw new Error('the command ended before it opened the database');
    await wait(2);
  }
}

/** Waits for the end of a process, and returns its exit code; null after a kill. */
async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function askAgain(dependencies: Dependencies): Promise<void> {
  await asPlatform(dependencies, async (tx) => {
    await tx.deleteFrom('archives').execute();
    const owner = await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('tenant_id', '=', exported.id)
      .where('role', '=', 'BUSINESS_OWNER')
      .executeTakeFirstOrThrow();
    const asked = { id: randomUUID(), asked_by: owner.user_id, asked_at: now(), state: 'waiting' as const };
    await tx
      .insertInto('archives')
      .values({ tenant_id: exported.id, ...asked })
      .execute();
  });
}

/** Lets the minute of the killed server's lease be over; of eight tries, after which it has failed, one stays. */
async function endLease(dependencies: Dependencies): Promise<void> {
  await asPlatform(dependencies, (tx) =>
    tx
      .updateTable('archives')
      .set((row) => ({ lease_until: null, attempts: sql<number>`${row.ref('attempts')} % 7` }))
      .execute(),
  );
}

/** Returns whether the archive is ready, which is whole then; otherwise it waits, and names no content. */
async function isReady({ files, secrets, ...dependencies }: Dependencies): Promise<boolean> {
  const archive = await asPlatform(dependencies, (tx) =>
    tx.selectFrom('archives').selectAll().executeTakeFirstOrThrow(),
  );
  if (archive.state !== 'ready') {
    expect(archive).toMatchObject({ state: 'waiting', content_id: null, encrypted_key: null, bytes: null });
    return false;
  }
  const key = decryptKey(secrets, archive.id, archive.encrypted_key ?? Buffer.alloc(0));
  const path = join(folder, 'ready.zip');
  await writeFile(path, unsealed(key, await files.read(`${exported.id}/${archive.content_id}`)));
  // Compares each file of it with its manifest.
  await (await openArchive(path)).close();
  return true;
}

async function countsOf({ files, ...dependencies }: Dependencies, { id }: BuiltTenant): Promise<Counts> {
  return asPlatform(dependencies, async (tx) => {
    const counts: Record<string, number> = { stored: 0 };
    for (const name of [...archivedTables.map((table) => table.name), 'invitations', 'audit_log'] as const) {
      const rows = await tx.selectFrom(name).select('tenant_id').where('tenant_id', '=', id).execute();
      counts[name] = rows.length;
    }
    const rows = await tx.selectFrom('files').select('id').where('tenant_id', '=', id).execute();
    for (const row of rows)
      if (await files.stat(`${id}/${row.id}`)) counts['stored'] = (counts['stored'] ?? 0) + 1;
    return counts;
  });
}

/** Lists the contents and the drafts that no row names, after a sweep two hours later. */
async function leftAfterSweep(dependencies: Dependencies): Promise<string[]> {
  await sweepFiles({ ...dependencies, clock: () => new Date(now().getTime() + 2 * 3_600_000) });
  const named = await asPlatform(dependencies, async (tx) => [
    ...(await tx.selectFrom('files').select(['tenant_id', 'id']).execute()),
    ...(await tx.selectFrom('archives').select(['tenant_id', 'content_id as id']).execute()),
  ]);
  const names = new Set(named.map((row) => `${row.tenant_id}/${row.id}`));
  const left = drafts();
  for await (const { name } of dependencies.files.list()) if (!names.has(name)) left.push(name);
  return left;
}
