import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createAppointment, getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { takePayment } from '@samay/contract/bookings/money';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { signIn } from '@samay/contract/identity/session';
import { afterAll, describe, expect, it } from 'vitest';
import { readContents } from '../../src/commands/move/tables.ts';
import { getSecrets } from '../../src/core/secrets.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openEmbedded } from '../../src/db/engines/embedded/open-embedded.ts';
import { cityCare, demoPassword } from '../../src/demo/accounts.ts';
import { testApp } from '../fixtures/app.ts';
import { signInAs } from '../fixtures/builders.ts';
import { Client } from '../fixtures/client.ts';
import { loadDump } from '../fixtures/database/embedded-dump.ts';
import { describeSchema } from '../fixtures/database/schema-description.ts';
import { type TestDatabase, testDatabase, testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { inheritedEnvironment } from '../fixtures/inherited-environment.ts';
import { isFull, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { asOwner } from '../fixtures/owner.ts';
import { plantRelease } from '../fixtures/planted-release.ts';
import { startServer } from '../fixtures/running-server.ts';
import { loadRows, type ReleaseData, readReleases, releaseKey } from './release-data.ts';

// Upgrades a filled database of every release to this one (decision 0021): its rows stay, its schema
// becomes ours, and the product works on it.

const home = temporaryFolder('releases');
afterAll(() => home.remove());
const ownMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migration of the next release. Its number leaves room for ours. */
const next = {
  '9000-rehearsal.sql': `alter table appointments add column rehearsed boolean not null default false;
create table rehearsals (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
select isolate_tenant('rehearsals');
`,
};

/** Creates a folder with the migrations that a release had. */
function migrationsOf({ release, migrations }: ReleaseData): string {
  const folder = join(home.folder, release);
  mkdirSync(folder, { recursive: true });
  for (const name of migrations) copyFileSync(join(ownMigrations, name), join(folder, name));
  return folder;
}

/** Creates a database as the release left it. */
async function databaseOf(data: ReleaseData): Promise<TestDatabase> {
  const held = await testDatabase({ migrated: false });
  await migrate(held.database, { folder: migrationsOf(data) });
  await asOwner(held, (client) => loadRows(client, data));
  return held;
}

/** Counts and digests the rows of the release's tables, in the columns that it had. */
async function readAll(held: Pick<TestDatabase, 'database' | 'ownerUrl'>, { tables }: ReleaseData) {
  return asOwner(held, async (client) => {
    await client.query("set timezone = 'UTC'");
    const contents: [string, object][] = [];
    for (const table of tables) contents.push([table.name, await readContents(client, table)]);
    return contents;
  });
}

describe.each(readReleases())('a database of release $release', (data) => {
  it('has rows in every table of its schema [O-2.22]', () => {
    expect(data.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([]);
    expect(data.tables.length).toBeGreaterThan(50);
  });

  it('keeps its rows, gets the schema of a new one, and works [O-2.22]', { timeout: 300_000 }, async () => {
    const held = await databaseOf(data);
    const before = await readAll(held, data);
    await migrate(held.database);
    expect(await readAll(held, data)).toEqual(before);
    const fresh = await testDatabase();
    const [ours, theirs] = [await asOwner(fresh, describeSchema), await asOwner(held, describeSchema)];
    expect(theirs).toEqual(ours);
    await fresh.close();

    const folder = join(home.folder, 'rehearsal');
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(ownMigrations).filter((each) => each.endsWith('.sql')))
      copyFileSync(join(ownMigrations, name), join(folder, name));
    for (const [name, sql] of Object.entries(next)) writeFileSync(join(folder, name), sql);
    await migrate(held.database, { folder });
    expect(await readAll(held, data)).toEqual(before);

    await work(held, data);
  });
});

/** Signs in, books, takes the money and cancels, as the demo's clinic on the day after the release. */
async function work(held: TestDatabase, { writtenAt }: ReleaseData): Promise<void> {
  const app = await testApp({ database: held, dependencies: { secrets: getSecrets([releaseKey]) } });
  const today = indiaDate(new Date(writtenAt));
  app.setNow(writtenAt);
  const [{ email }] = cityCare.members;
  const session = { body: { email, password: demoPassword, remember: false } };
  expect(await new Client(app.app).call(signIn, session)).toMatchObject({ status: 201 });
  const clinic = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('id').where('name', '=', cityCare.name).executeTakeFirstOrThrow(),
  );
  const owner = await signInAs(app, { ...clinic, businessType: 'doctor' }, 'BUSINESS_OWNER');
  const { body: list } = await owner.call(listAppointments);
  // A demo that was made on the first of a month has the fewest.
  expect(list?.counts.all).toBeGreaterThan(200);
  const paid = list?.items.find((row) => (row.amount ?? 0) > 0);
  expect(paid).toBeDefined();
  const booking = {
    personName: 'After The Upgrade',
    personContact: '+91 98200 77665',
    date: addDays(today, 1),
    time: '03:00',
    doctor: 'Dr. Ananya Iyer',
  };
  const made = await owner.call(createAppointment, { body: booking, idempotencyKey: 'after-the-upgrade' });
  expect(made.status).toBe(201);
  const params = { id: made.body.id };
  const money = { amount: 50_000, method: 'Cash', amountBefore: null };
  expect(await owner.call(takePayment, { params, body: money, idempotencyKey: 'its-money' })).toMatchObject({
    status: 200,
  });
  expect(await owner.call(cancelAppointment, { params })).toMatchObject({ status: 200 });
  expect((await owner.call(getAppointment, { params })).body).toMatchObject({ status: 'cancelled' });
  await app.close();
}

/** The releases whose folders are opened: usually the first, from which most migrations lead to this one. */
const opened = isFull ? readReleases() : readReleases().slice(0, 1);

it.skipIf(testEngine !== 'embedded').each(opened)(
  'opens the folder of release $release in the next one by its start alone, killed at any moment [O-2.22, O-2.23]',
  { timeout: 600_000 },
  async (data) => {
    const directory = join(home.folder, `data-${data.release}`);
    mkdirSync(directory);
    writeFileSync(join(directory, 'secrets.json'), JSON.stringify({ keys: [releaseKey] }), { mode: 0o600 });
    const made = await openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) });
    await migrate(made, { folder: migrationsOf(data) });
    await asOwner({ database: made, ownerUrl: undefined }, (client) => loadRows(client, data));
    const before = await readAll({ database: made, ownerUrl: undefined }, data);
    await made.close();

    const main = plantRelease(join(home.folder, `after-${data.release}`), next);
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
