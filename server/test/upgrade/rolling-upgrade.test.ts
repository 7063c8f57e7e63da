import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { merchant } from '../../../sandbox/src/payments/server.ts';
import { readMigrations } from '../../src/db/migrate/migrations.ts';
import { cityCare, demoPassword, greenTurf, lotusDental } from '../../src/demo/accounts.ts';
import {
  type TestPaymentProvider,
  startPaymentProvider,
} from '../fixtures/third-parties/payment-provider.ts';
import { type TestDatabase, testDatabase, testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { loginUrl, templateName } from '../fixtures/database/postgres-template.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import type { UpgradeServer } from './load-balanced-client.ts';
import { buyPlan, type DemoBusiness, refreshConcurrently, runWorkflows } from './main-workflows.ts';
import { plantRelease } from '../fixtures/planted-release.ts';

// Runs a rolling upgrade (decisions/0021): this commit's server runs, a copy of it with one more
// migration migrates and runs at the same time, and requests go to both. Only on PostgreSQL, which
// several servers can share.

/** The public URL of both servers, as behind a load balancer. */
const origin = 'http://localhost:5511';
const ours = readMigrations().map(({ name }) => name);
const plantedName = '9000-planted.sql';
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

it.skipIf(testEngine !== 'postgres')(
  'serves through two releases at the same time, and through the older one again [O-1.12]',
  async () => {
    await templateName();
    postgres = await testDatabase({ migrated: false });
    desk = await startPaymentProvider();
    const nextMain = plantRelease(join(folder, 'release'), { [plantedName]: planted });

    const old = await serve();
    expect(await applied()).toEqual(ours);
    const last: UpgradeServer = { release: 'old release', address: old.address };
    // Prepares the statements on the connections of the old server before the migrations.
    await Promise.all([
      runWorkflows(last, last, clinic),
      runWorkflows(last, last, turf),
      refreshConcurrently(last, clinic),
    ]);

    const fresh = await serve(nextMain);
    const next: UpgradeServer = { release: 'new release', address: fresh.address };
    expect(await applied()).toEqual([...ours, plantedName]);
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
    await serve();
  },
);

/** A migration of the next release that servers of this one may meet: it only adds. */
const planted = `-- oldest release: 0001
alter table appointments add column planted text;
create table planted (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
select isolate_tenant('planted');
`;

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
