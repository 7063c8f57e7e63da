import { setTimeout as wait } from 'node:timers/promises';
import type { TestContext } from 'vitest';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { type Cluster, type ClusterOptions, startCluster } from '../../../scripts/cluster/cluster.mjs';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openPostgres } from '../../src/db/engines/postgres/open-postgres.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import type { TestApp } from '../fixtures/app.ts';
import { buildPerson, type BuiltPerson } from '../fixtures/browser.ts';
import { buildTenant } from '../fixtures/builders.ts';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { type Mailbox, startMailbox } from '../fixtures/third-parties/mailbox.ts';

/** A business whose owner books, and whether its people get an email about it. */
export interface Clinic extends BuiltPerson {
  readonly tenantId: string;
  readonly isMailed: boolean;
}

/** Servers of Samay on a PostgreSQL of three nodes, and businesses that use them. */
export interface World {
  readonly cluster: Cluster;
  readonly clinics: readonly Clinic[];
  readonly box: Mailbox;
  /** Starts a server: the ports that HAProxy knows come first. */
  serve(settings?: Record<string, string>): Promise<RunningServer>;
  close(): Promise<void>;
}

const silentLog = { warn: () => undefined, error: () => undefined };
const businesses = 5;

/**
 * Starts the cluster with its businesses; the test starts the servers. If its programs are not
 * installed, the test is skipped with the reason, and in continuous integration it fails.
 */
export async function openWorld(test: TestContext, options: ClusterOptions = {}): Promise<World> {
  const { cluster, reason } = await startCluster(options);
  if (!cluster) return notRun(test, reason);
  const { folder, remove } = temporaryFolder('failover');
  const running: RunningServer[] = [];
  const box = await startMailbox();
  const ports = (options.servers ?? []).map(({ port }) => String(port));
  const world: World = {
    cluster,
    clinics: [],
    box,
    async serve(settings = {}) {
      const used = running.filter((server) => server.isRunning()).map(({ address }) => new URL(address).port);
      const port = ports.find((each) => !used.includes(each)) ?? (await freePort());
      const server = await supervised({
        ...makeSettings(cluster, box),
        DATA_DIR: folder,
        PORT: port,
        ...settings,
      });
      running.push(server);
      return server;
    },
    async close() {
      for (const server of running) await server.stop('SIGKILL');
      await box.close();
      await cluster.stop();
      remove();
    },
  };
  try {
    return { ...world, clinics: await buildClinics(cluster) };
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** Starts a server, and again after a pause when its start was refused, as a supervisor does. */
async function supervised(settings: Record<string, string>): Promise<RunningServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServer(settings);
    } catch (error) {
      if (tries === 5) throw error;
      await wait(1_000);
    }
  }
}

function notRun(test: TestContext, reason: string): never {
  const note = `NOT RUN: failover. ${reason}`;
  process.stdout.write(`${note}\n`);
  return test.skip(note);
}

async function buildClinics(cluster: Cluster): Promise<Clinic[]> {
  const owner = await openPostgres({ url: cluster.urlFor('samay_owner'), poolSize: 1, log: silentLog });
  await migrate(owner, { url: cluster.urlFor('samay_owner') }).finally(() => owner.close());
  const database = await openPostgres({ url: cluster.urlFor('samay_login'), poolSize: 2, log: silentLog });
  try {
    await liftLimit({ database });
    const clinics: Clinic[] = [];
    for (let count = 0; count < businesses; count += 1)
      clinics.push(await buildClinic({ database }, count === 0));
    return clinics;
  } finally {
    await database.close();
  }
}

/** Raises the plan's limit, which must not refuse the bookings of ten rounds. */
export async function liftLimit({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await asPlatform({ database }, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 1_000_000 }).where('id', '=', 'enterprise').execute(),
  );
}

/** Builds a business with an owner, for whose bookings there is no limit. */
export async function buildClinic(
  { database }: Pick<TestApp, 'database'>,
  isMailed = false,
): Promise<Clinic> {
  const { id } = await buildTenant({ database }, { plan: 'enterprise', paidUntil: '2030-01-01' });
  const person = await buildPerson({ database }, { id, businessType: 'doctor' }, 'BUSINESS_OWNER');
  return { ...person, tenantId: id, isMailed };
}

/** Rate limits that no load reaches, since all of it comes from one address. */
export const unlimited = Object.fromEntries(
  [
    'RATE_LIMIT_PER_USER',
    'RATE_LIMIT_ANONYMOUS',
    'RATE_LIMIT_WRITES',
    'RATE_LIMIT_WRITES_PER_TENANT',
    'RATE_LIMIT_REFRESHES',
  ].map((name) => [name, '1000000']),
);

function makeSettings(cluster: Cluster, box: Mailbox): Record<string, string> {
  return {
    ...unlimited,
    HOST: '127.0.0.1',
    PUBLIC_URL: cluster.webAddress,
    SAMAY_DEMO: '0',
    // Tolerates a busy machine: HAProxy's own checks wait for three seconds.
    READINESS_MS: '2500',
    DATABASE_URL: cluster.urlFor('samay_login'),
    MIGRATION_DATABASE_URL: cluster.urlFor('samay_owner'),
    SMTP_URL: box.url,
    MAIL_FROM: 'no-reply@samay.example',
  };
}

/** Signs a clinic's owner in, and returns the headers of their requests. */
export async function signIn(
  address: string,
  { email, password }: BuiltPerson,
): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  if (response.status !== 201)
    throw new Error(`nobody signs in: ${response.status} ${await response.text()}`);
  const { accessToken } = (await response.json()) as { accessToken: string };
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    authorization: `Bearer ${accessToken}`,
    cookie: cookies.join('; '),
    'content-type': 'application/json',
  };
}

/** Turns the emails about bookings of the mailed clinics on. */
export async function turnMailsOn(address: string, { clinics }: World): Promise<void> {
  for (const clinic of clinics.filter(({ isMailed }) => isMailed)) {
    const headers = await signIn(address, clinic);
    const body = JSON.stringify({ isOn: true });
    const { status } = await fetch(address + changeBookingMails.path, { method: 'PUT', headers, body });
    if (status !== 200) throw new Error(`the emails about bookings stay off: ${status}`);
  }
}
