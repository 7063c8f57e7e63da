import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test, type TestContext } from 'vitest';
import type { CitusNode } from '../../../scripts/citus/citus.mjs';
import { isCitus } from '../fixtures/database/postgres-template.ts';
import { freePort } from '../fixtures/free-port.ts';
import { isFull, printInvariant, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { type CitusCluster, openCitus, openServing } from './cluster-of-citus.ts';
import { Desks } from './desks.ts';
import { buildClinic, type Clinic, liftLimit, signIn, unlimited } from './clinics.ts';

// Kills a worker of a cluster of Citus under load, and starts it again (decision 0078). Nobody
// intervenes by hand otherwise.

const kills = isFull ? 6 : 1;
const desksEach = 10;
/** The number of bookings of the other worker's businesses for which a worker is away. */
const bookingsMeanwhile = 50;
/** The longest time for a request of a business whose worker is away. */
const mostMs = 10_000;
/** The time within which bookings must be accepted after the worker runs again. */
const backMs = 30_000;

test.runIf(isCitus)(
  'loses no acknowledged booking when a worker is killed, and leaves the businesses of the others in peace [O-4.12]',
  { timeout: isFull ? 1_200_000 : 300_000 },
  async (context) => {
    const cluster = await openCitus(context);
    const clinics = await clinicsOfEach(cluster);
    const server = await serve(context, cluster);
    const desks = new Map<CitusNode, Desks>();
    for (const [worker, those] of clinics)
      desks.set(worker, await Desks.open(server.address, those, desksEach));
    const readers = openReaders(server.address, clinics);
    const outages: number[] = [];
    const [refusedElsewhere, readsFailedElsewhere]: string[][] = [[], []];
    for (let round = 0; round < kills; round += 1) {
      const killed = cluster.workers[round % cluster.workers.length];
      const here = killed && desks.get(killed);
      const other = cluster.workers.find((worker) => worker !== killed);
      const there = other && desks.get(other);
      if (!here || !there) throw new Error('there are no two workers');
      await expect
        .poll(() => Math.min(here.acknowledged.length, there.acknowledged.length), { timeout: 60_000 })
        .toBeGreaterThan(round * 20);
      for (const each of desks.values()) await each.renew();
      const [repeatedBefore, readsBefore] = [there.repeated.length, readers.failedOf(other).length];
      const [hereBefore, thereBefore] = [here.repeated.length, there.acknowledged.length];
      await cluster.kill(killed);
      await expect.poll(() => here.repeated.length, { timeout: 30_000 }).toBeGreaterThan(hereBefore);
      const person = clinics.get(other)?.[0];
      if (person) await signIn(server.address, person);
      await expect
        .poll(() => there.acknowledged.length, { timeout: 120_000 })
        .toBeGreaterThan(thereBefore + bookingsMeanwhile);
      refusedElsewhere?.push(...there.repeated.slice(repeatedBefore).map(({ code }) => code ?? 'no answer'));
      readsFailedElsewhere?.push(...readers.failedOf(other).slice(readsBefore));
      await killed.start();
      const at = performance.now();
      outages.push(Math.round(await here.acceptedAfter(at, 120_000)));
    }
    for (const each of desks.values()) await each.close();
    await readers.close();
    await expect.poll(() => cluster.inDoubt(), { timeout: 120_000, interval: 1_000 }).toBe(0);
    const all = [...desks.values()];
    const lost = (await Promise.all(all.map((each) => each.lost()))).flat();
    const doubled = await doubledIn(cluster);
    const repeated = all.flatMap((each) => each.repeated);
    const slowest = Math.round(Math.max(...repeated.map(({ from, to }) => to - from)));
    const failed = all.flatMap((each) => each.failed);
    printInvariant({
      id: 'worker-killed',
      driver: 'postgres',
      n: kills,
      violations: lost.length + doubled + failed.length,
      bookings: all.reduce((sum, each) => sum + each.acknowledged.length, 0),
      reads: readers.count(),
      repeated: repeated.length,
      slowestMs: slowest,
      backAfterMs: Math.max(...outages),
    });
    expect({ lost, doubled, failed, refusedElsewhere, readsFailedElsewhere }).toEqual({
      lost: [],
      doubled: 0,
      failed: [],
      refusedElsewhere: [],
      readsFailedElsewhere: [],
    });
    expect(new Set(repeated.map(({ code }) => code))).toEqual(new Set(['server.unavailable']));
    expect({
      slowest: slowest < mostMs,
      late: outages.filter((ms) => ms > backMs),
      isRunning: server.isRunning(),
    }).toEqual({
      slowest: true,
      late: [],
      isRunning: true,
    });
    expect(new Set(readers.failedOf(undefined))).toEqual(new Set(['503 server.unavailable']));
  },
);

/** Builds two businesses on each worker: a business's id decides its worker. */
async function clinicsOfEach(cluster: CitusCluster): Promise<Map<CitusNode, Clinic[]>> {
  const found = new Map<CitusNode, Clinic[]>(cluster.workers.map((worker) => [worker, []]));
  const database = await openServing(cluster);
  try {
    await liftLimit({ database });
    while ([...found.values()].some(({ length }) => length < 2)) {
      const clinic = await buildClinic({ database });
      found.get(await cluster.workerOf(clinic.tenantId))?.push(clinic);
    }
    return found;
  } finally {
    await database.close();
  }
}

async function serve(context: TestContext, cluster: CitusCluster): Promise<RunningServer> {
  const { folder, remove } = temporaryFolder('worker-killed');
  const port = await freePort();
  const server = await startServer({
    ...unlimited,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SAMAY_DEMO: '0',
    DATABASE_URL: cluster.urlOf('samay_login'),
    MIGRATION_DATABASE_URL: cluster.urlOf('samay_owner'),
  });
  context.onTestFinished(async () => {
    await server.stop('SIGKILL');
    remove();
  });
  return server;
}

/** Reads bookings of each worker's businesses, some twenty times a second. */
function openReaders(address: string, clinics: Map<CitusNode, Clinic[]>) {
  const failed: { worker: CitusNode; what: string }[] = [];
  let count = 0;
  const ending = new AbortController();
  const read = async (worker: CitusNode, clinic: Clinic) => {
    const headers = await signIn(address, clinic);
    while (!ending.signal.aborted) {
      const what = await fetch(`${address}/api/appointments?limit=5`, { headers }).then(
        async (response) => {
          const text = await response.text();
          return response.status === 200
            ? undefined
            : `${response.status} ${/"code":"([^"]+)"/.exec(text)?.[1]}`;
        },
        (error: unknown) => String(error),
      );
      count += 1;
      if (what !== undefined) failed.push({ worker, what });
      await wait(50);
    }
  };
  const reading = [...clinics].map(async ([worker, [clinic]]) => clinic && read(worker, clinic));
  return {
    count: () => count,
    /** Returns the failed reads of a worker's businesses; of all when it is undefined. */
    failedOf: (worker: CitusNode | undefined) =>
      failed.filter((each) => !worker || each.worker === worker).map(({ what }) => what),
    async close() {
      ending.abort();
      await Promise.all(reading);
    },
  };
}

/** Counts the bookings that were made more than once for their key. */
async function doubledIn(cluster: CitusCluster): Promise<number> {
  const client = new Client({ connectionString: cluster.urlOf('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ doubled: number }>(
      'select count(*)::int as doubled from (select tenant_id, person_name from appointments group by 1, 2 having count(*) > 1) as twice',
    );
    return rows[0]?.doubled ?? -1;
  } finally {
    await client.end();
  }
}
