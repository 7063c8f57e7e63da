import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProgram } from '../../scripts/debian-packages.mjs';
import { setMark } from '../src/db/platform-marks.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { testDatabase, testEngine, type TestDatabase } from './fixtures/database.ts';
import { loginUrl } from './fixtures/database/postgres-template.ts';
import { freePort } from './fixtures/free-port.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from './fixtures/running-server.ts';
import { type Prometheus, startPrometheus } from './fixtures/third-parties/prometheus.ts';
import { type SilentProxy, silentProxy } from './fixtures/third-parties/silent-proxy.ts';

// Runs a Prometheus as an operator does, with the files of operations/, and a server whose
// PostgreSQL is lost.

const { folder, remove } = temporaryFolder('prometheus');
const alerts = readFileSync(new URL('../../operations/alerts.yml', import.meta.url), 'utf8');
const dashboard = JSON.parse(
  readFileSync(new URL('../../operations/dashboard.json', import.meta.url), 'utf8'),
) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
/** Why this cannot run here. */
let reason: string | undefined;
let postgres: TestDatabase | undefined;
let network: SilentProxy;
let server: RunningServer;
let prometheus: Prometheus;
let visits: NodeJS.Timeout;

beforeAll(async () => {
  const { program, reason: missing } =
    testEngine === 'postgres'
      ? await findProgram('prometheus', 'prometheus')
      : { reason: 'it needs PostgreSQL' };
  reason = missing;
  if (!program) return;
  postgres = await testDatabase();
  await asPlatform(postgres, async (tx) => {
    for (const mark of ['backup', 'restore-drill'] as const) await setMark(tx, mark, now());
  });
  network = await silentProxy(postgres.ownerUrl ?? '');
  const metricsPort = await freePort();
  server = await startServer({
    PORT: await freePort(),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    SAMAY_DEMO: '0',
    DATABASE_URL: loginUrl(network.url),
    MIGRATION_DATABASE_URL: network.url,
    METRICS_PORT: metricsPort,
  });
  prometheus = await startPrometheus(program, folder, metricsPort);
}, 120_000);
afterAll(async () => {
  clearInterval(visits);
  await prometheus?.close();
  await server?.stop('SIGKILL');
  await network?.close();
  await postgres?.close();
  remove();
});

it('loads the rules, evaluates each, and none fires on a quiet day [O-5.9]', async ({ skip }) => {
  if (reason !== undefined) return skip(`NOT RUN: a real Prometheus. ${reason}`);
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  await expect.poll(() => prometheus.targets()).toMatchObject([{ health: 'up', lastError: '' }]);
  await expect.poll(async () => (await prometheus.rules()).every(({ health }) => health === 'ok')).toBe(true);
  const loaded = (await prometheus.rules()).map(({ name }) => name);
  expect(loaded.filter((name) => !name.startsWith('AtOnce'))).toEqual(names);
  // Waits until earlier evaluations before the first reading are reset.
  await expect.poll(() => prometheus.alerts()).toEqual([]);
});

it('has a value for every line of the dashboard [O-5.9]', async ({ skip }) => {
  if (reason !== undefined) return skip(`NOT RUN: a real Prometheus. ${reason}`);
  // Guesses a password all the time, so that every counter counts.
  visits = setInterval(() => void guess().catch(() => undefined), 100);
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets)
      await expect
        .poll(async () => (await prometheus.query(expr)).some(Number.isFinite), {
          message: `${title}: ${expr}`,
        })
        .toBe(true);
});

it('fires when the database is lost, and when the server is [O-5.9]', async ({ skip }) => {
  if (reason !== undefined) return skip(`NOT RUN: a real Prometheus. ${reason}`);
  const isActive = (name: string, state: string) => async () =>
    (await prometheus.alerts()).some(({ labels, state: is }) => labels['alertname'] === name && is === state);
  await network.close();
  await expect.poll(isActive('AtOnceSamayDatabaseUnreachable', 'firing'), { interval: 250 }).toBe(true);
  // Waits for the original rules, whose group is evaluated at another moment.
  await expect.poll(isActive('SamayDatabaseUnreachable', 'pending'), { interval: 250 }).toBe(true);
  await server.stop('SIGKILL');
  await expect.poll(isActive('AtOnceSamayServerDown', 'firing'), { interval: 250 }).toBe(true);
  await expect.poll(isActive('SamayServerDown', 'pending'), { interval: 250 }).toBe(true);
});

async function guess(): Promise<void> {
  const body = JSON.stringify({
    email: 'nobody@people.example',
    password: 'not the password',
    remember: false,
  });
  await fetch(`${server.address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.address },
    body,
  });
}
