import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { merchant } from '../../../sandbox/src/payments/server.ts';
import { cityCare, demoPassword, greenTurf, lotusDental } from '../../src/demo/accounts.ts';
import { readMigrations } from '../../src/db/migrate/migrations.ts';
import {
  type TestPaymentProvider,
  startPaymentProvider,
} from '../fixtures/third-parties/payment-provider.ts';
import { type TestDatabase, testDatabase, testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { loginUrl, templateName } from '../fixtures/database/postgres-template.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { lastRelease, releasedMigrations, unpackRelease } from './last-release.ts';
import type { UpgradeServer } from './load-balanced-client.ts';
import { buyPlan, type DemoBusiness, refreshConcurrently, runWorkflows } from './main-workflows.ts';

// A rolling upgrade (decisions/0021): the last release's server runs, this release migrates and
// runs beside it, and requests go to both. Only on PostgreSQL, which several servers can share.

/** The public URL of both servers, as behind a load balancer. */
const origin = 'http://localhost:5511';
const { folder, remove } = temporaryFolder('upgrade');
const running: RunningServer[] = [];
let postgres: TestDatabase | undefined;
let desk: TestPaymentProvider | undefined;

afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  await desk?.close();
  await postgres?.close();
  remove();
});

it('finds the last release in the history, and its migrations among ours', () => {
  const ours = readMigrations().map(({ name }) => name);
  expect(ours).toEqual(expect.arrayContaining(releasedMigrations(lastRelease())));
});

if (testEngine === 'postgres') {
  it('serves through the last release and this one at the same time', async () => {
    await templateName();
    postgres = await testDatabase({ migrated: false });
    desk = await startPaymentProvider();
    const tree = join(folder, 'release');
    mkdirSync(tree);
    const releasedMain = unpackRelease(lastRelease(), tree);

    const old = await serve(releasedMain);
    expect(await applied()).toEqual(releasedMigrations(lastRelease()));
    const last: UpgradeServer = { release: 'last release', address: old.address };
    // The connections of the old server prepare their statements before the migrations.
    await Promise.all([
      runWorkflows(last, last, clinic),
      runWorkflows(last, last, turf),
      refreshConcurrently(last, clinic),
    ]);

    const fresh = await serve();
    const next: UpgradeServer = { release: 'new release', address: fresh.address };
    expect(await applied()).toEqual(readMigrations().map(({ name }) => name));
    await refreshConcurrently(last, clinic);
    await Promise.all([runWorkflows(last, next, clinic), runWorkflows(next, last, turf)]);
    await Promise.all([
      buyPlan(
        last,
        next,
        { ...clinic, owner: lotusDental.members[0].email },
        { plan: 'premium', limit: 250 },
      ),
      buyPlan(next, last, turf, { plan: 'enterprise', limit: 2500 }),
    ]);
    for (const server of [last, next]) {
      const ready = await fetch(`${server.address}/api/health/ready`);
      expect([server.release, ready.status, await ready.json()]).toEqual([
        server.release,
        200,
        expect.objectContaining({ status: 'ok' }),
      ]);
    }
    running.splice(running.indexOf(old), 1);
    expect(await old.stop('SIGTERM')).toBe(0);
    await rollBack(releasedMain, existsSync(join(tree, 'server', 'src', 'db', 'pending-migrations.ts')));
  });
}

/**
 * Starts the last release again, as in a rollback. A release without support for newer migrations
 * refuses to start, until their rows are removed from schema_migrations.
 */
async function rollBack(main: string, supportsNewerMigrations: boolean): Promise<void> {
  if (supportsNewerMigrations) return void (await serve(main));
  await expect(serve(main)).rejects.toThrow('which this version of Samay does not know');
  const newer = `name > '${releasedMigrations(lastRelease()).at(-1)}'`;
  const { pool } = postgres?.database ?? {};
  await pool?.query(`create table migrations_put_aside as select * from schema_migrations where ${newer}`);
  await pool?.query(`delete from schema_migrations where ${newer}`);
  const last: UpgradeServer = { release: 'last release', address: (await serve(main)).address };
  await runWorkflows(last, last, clinic);
  await pool?.query(
    'insert into schema_migrations select * from migrations_put_aside; drop table migrations_put_aside',
  );
  const next: UpgradeServer = { release: 'new release', address: (await serve()).address };
  await runWorkflows(next, last, turf);
}

const clinic: DemoBusiness = {
  origin,
  owner: cityCare.members[0].email,
  password: demoPassword,
  doctor: 'Dr. Ananya Iyer',
  colleague: { email: 'harpreet.gill@citycare.example', roles: ['EMPLOYEE', 'DOCTOR'] },
};
const turf: DemoBusiness = {
  origin,
  owner: greenTurf.members[0].email,
  password: demoPassword,
  colleague: { email: 'desk@greenturf.example', roles: ['BUSINESS_OWNER', 'EMPLOYEE'] },
};

async function applied(): Promise<string[]> {
  const { rows } =
    (await postgres?.database.pool.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )) ?? {};
  return (rows ?? []).map(({ name }) => name);
}

/**
 * Starts a server. Both share the database, the data directory and the public URL, without rate
 * limits.
 */
async function serve(main?: string): Promise<RunningServer> {
  const high = '1000000';
  const ownerUrl = postgres?.ownerUrl ?? '';
  const settings = {
    PORT: await freePort(),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: join(folder, 'data'),
    SAMAY_DEMO: '1',
    DATABASE_URL: loginUrl(ownerUrl),
    MIGRATION_DATABASE_URL: ownerUrl,
    RAZORPAY_KEY_ID: merchant.keyId,
    RAZORPAY_KEY_SECRET: merchant.keySecret,
    RAZORPAY_WEBHOOK_SECRETS: merchant.webhookSecret,
    RAZORPAY_API_URL: desk?.apiUrl ?? '',
    RAZORPAY_CHECKOUT_URL: `${desk?.apiUrl}/v1/checkout/embedded`,
    RATE_LIMIT_PER_USER: high,
    RATE_LIMIT_ANONYMOUS: high,
    RATE_LIMIT_WRITES: high,
    RATE_LIMIT_WRITES_PER_TENANT: high,
    RATE_LIMIT_PAYMENTS: high,
    RATE_LIMIT_REFRESHES: high,
  };
  const server = await startServer(settings, main);
  running.push(server);
  return server;
}
