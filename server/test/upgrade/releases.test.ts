import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAppointment, getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { takePayment } from '@samay/contract/bookings/money';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { signIn } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSecrets } from '../../src/core/secrets.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { cityCare, demoPassword } from '../../src/demo/accounts.ts';
import { testApp } from '../fixtures/app.ts';
import { signInAs } from '../fixtures/builders.ts';
import { Client } from '../fixtures/client.ts';
import { describeSchema } from '../fixtures/database/schema-description.ts';
import { type TestDatabase, testDatabase } from '../fixtures/database.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { asOwner } from '../fixtures/owner.ts';
import { nextRelease, ownMigrations, readAll, writeMigrations } from './older-database.ts';
import { loadRows, type ReleaseData, readReleases, releaseKey } from './release-data.ts';

// Upgrades a filled database of every release to this one (decision 0021): its rows stay, its schema
// becomes ours, and the product works on it.

const home = temporaryFolder('releases');
afterAll(() => home.remove());
/** Creates a database as the release left it. */
async function databaseOf(data: ReleaseData): Promise<TestDatabase> {
  const held = await testDatabase({ migrated: false });
  await migrate(held.database, { folder: writeMigrations(home.folder, data) });
  await asOwner(held, (client) => loadRows(client, data));
  return held;
}

let ours: Awaited<ReturnType<typeof describeSchema>>;
beforeAll(async () => {
  const fresh = await testDatabase();
  ours = await asOwner(fresh, describeSchema);
  await fresh.close();
});

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
    expect(await asOwner(held, describeSchema)).toEqual(ours);

    const folder = join(home.folder, 'rehearsal');
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(ownMigrations).filter((each) => each.endsWith('.sql')))
      copyFileSync(join(ownMigrations, name), join(folder, name));
    for (const [name, sql] of Object.entries(nextRelease)) writeFileSync(join(folder, name), sql);
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
