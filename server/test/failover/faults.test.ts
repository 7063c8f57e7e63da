import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, type TestContext } from 'vitest';
import type { ClusterOptions } from '../../../scripts/cluster/cluster.mjs';
import { testEngine } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { type MountedDisk, mountedDisk } from '../fixtures/invariants/mounted-disk.ts';
import { Desks } from './desks.ts';
import { openStream } from './kept-stream.ts';
import { openWorld, signIn, type World } from './world.ts';

// Tests the other faults of a platform of several servers (decision 0069). They take minutes, so an
// ordinary run leaves them out.

const testFull = test.runIf(testEngine === 'postgres' && isFull);
const timeout = 900_000;
const mostMs = 30_000;
const concurrentDesks = 20;

/** Opens a world with two servers behind HAProxy. */
async function openTwo(
  context: TestContext,
  options: ClusterOptions = {},
  settings: (world: World) => Record<string, string> = () => ({}),
) {
  const ports = [Number(await freePort()), Number(await freePort())];
  const world = await openWorld(context, {
    ...options,
    servers: ports.map((port, place) => ({ name: `s${place + 1}`, port })),
  });
  context.onTestFinished(() => world.close());
  const servers = [await world.serve(settings(world)), await world.serve(settings(world))];
  await expect
    .poll(async () => (await fetch(`${world.cluster.webAddress}/api/health/ready`)).status)
    .toBe(200);
  return { world, servers, web: world.cluster.webAddress };
}

/**
 * Checks the guarantees for every fault: no acknowledged booking is lost, and nobody got a wrong
 * answer.
 */
async function judge(what: string, desks: Desks, about: Record<string, number>): Promise<void> {
  await desks.close();
  const lost = await desks.lost();
  printInvariant({
    id: 'faults',
    driver: 'postgres',
    what,
    n: desks.acknowledged.length,
    violations: lost.length + desks.failed.length,
    repeated: desks.repeated.length,
    ...about,
  });
  expect({ lost, failed: desks.failed }).toEqual({ lost: [], failed: [] });
}

testFull(
  'fails no request but its own when one of two servers is killed, twenty times [O-2.2]',
  { timeout },
  async (context) => {
    const { world, servers, web } = await openTwo(context);
    const desks = await Desks.open(web, world.clinics, concurrentDesks);
    const readers = await openReaders(web, world);
    /** The time from each signal until the process has ended: answers in between are its own. */
    const killed: { readonly from: number; readonly to: number }[] = [];
    for (let round = 0; round < 20; round += 1) {
      await wait(1_000);
      const from = performance.now();
      await servers[round % 2]?.stop('SIGKILL');
      killed.push({ from, to: performance.now() });
      servers[round % 2] = await world.serve();
      // Waits until both servers get requests, since the other one is killed next.
      await expect
        .poll(async () => new Set([await servedBy(web), await servedBy(web)]).size, {
          timeout: 60_000,
          interval: 200,
        })
        .toBe(2);
    }
    await readers.close();
    const others = desks.repeated.filter(
      ({ from, to }) => !killed.some((kill) => from <= kill.to && kill.from <= to),
    );
    await judge('a server killed', desks, {
      kills: killed.length,
      reads: readers.count(),
      readsFailed: readers.failed.length,
    });
    expect({ others, readsFailed: readers.failed }, world.cluster.proxyLog()).toEqual({
      others: [],
      readsFailed: [],
    });
  },
);

testFull(
  'goes on through PgBouncer, also after PgBouncer or the primary was killed [O-2.3]',
  { timeout },
  async (context) => {
    const { world, web } = await openTwo(context, { hasPooler: true }, ({ cluster }) => ({
      DATABASE_URL: cluster.pooledUrlFor('samay_login'),
      LISTEN_DATABASE_URL: cluster.urlFor('samay_login'),
      PREPARED_STATEMENTS: '0',
    }));
    const desks = await Desks.open(web, world.clinics, concurrentDesks);
    const stream = await openStream(web, world.clinics);
    const outages: number[] = [];
    for (const kill of [
      async () => world.cluster.signal('pgbouncer', 'SIGKILL'),
      async () => world.cluster.signal('pgbouncer', 'SIGTERM'),
      async () => world.cluster.killPostgres((await world.cluster.primary()) ?? ''),
    ]) {
      await wait(3_000);
      const heard = stream.changes();
      const at = performance.now();
      await kill();
      outages.push(Math.round(await desks.acceptedAfter(at, 60_000)));
      await expect.poll(() => stream.changes(), { timeout: mostMs }).toBeGreaterThan(heard);
    }
    stream.close();
    await judge('PgBouncer restarted', desks, { longestMs: Math.max(...outages) });
    expect(outages.filter((ms) => ms > mostMs)).toEqual([]);
  },
);

testFull(
  'goes on when the machine of the primary falls silent, and when it comes back [O-2.4]',
  { timeout },
  async (context) => {
    const { world, web, servers } = await openTwo(context);
    const desks = await Desks.open(web, world.clinics, concurrentDesks);
    await wait(3_000);
    const at = performance.now();
    const thaw = world.cluster.freezeNode((await world.cluster.primary()) ?? '');
    const tookMs = await desks.acceptedAfter(at, 90_000);
    await wait(5_000);
    thaw();
    await world.cluster.settled();
    await wait(3_000);
    await judge('the primary silent', desks, { tookMs: Math.round(tookMs) });
    expect([tookMs <= mostMs, servers.every((server) => server.isRunning())]).toEqual([true, true]);
    // Checks the answer while no server is ready: it comes from a server, with the word that the
    // pages know, and not from HAProxy.
    expect(new Set(desks.repeated.map(({ code }) => code)), world.cluster.proxyLog()).toEqual(
      new Set(['server.unavailable']),
    );
  },
);

testFull(
  'brings back a node by itself whose rewind was cut off by the loss of the primary [O-2.4]',
  { timeout },
  async (context) => {
    const { world, web } = await openTwo(context);
    const { cluster } = world;
    const desks = await Desks.open(web, world.clinics, concurrentDesks);
    await wait(3_000);
    // Tries again: a primary that has sent its whole log to the others needs no rewind.
    const cutOff = async () => {
      const fallen = (await cluster.primary()) ?? '';
      await writeAhead(cluster.urlOfNode(fallen, 'postgres', 'postgres'));
      cluster.killPostgres(fallen);
      await expect
        .poll(async () => [undefined, fallen].includes(await cluster.primary()), { timeout: 60_000 })
        .toBe(false);
      let isTogether = false;
      const settling = cluster.settled().then(() => (isTogether = true));
      await expect
        .poll(() => isTogether || cluster.isRewound(fallen), { timeout: 120_000, interval: 20 })
        .toBe(true);
      const next = await cluster.primary();
      const isCut = cluster.isRewound(fallen) && next !== undefined;
      if (isCut) await cluster.killNode(next, 10_000);
      await settling;
      return isCut;
    };
    let tries = 1;
    while (!(await cutOff())) if ((tries += 1) > 8) throw new Error('no node was rewound');
    await cluster.settled();
    await desks.renew();
    const tookMs = await desks.acceptedAfter(performance.now(), mostMs);
    await judge('a rewind cut off', desks, { tries, tookMs: Math.round(tookMs) });
    expect(tookMs <= mostMs).toBe(true);
  },
);

testFull(
  'refuses clearly while the disk of the primary is full, and goes on by itself [O-2.4]',
  { timeout },
  async (context) => {
    const disk = mountedDisk('full-primary', 600);
    if (!disk) return context.skip('NOT RUN: a small disk cannot be mounted here');
    context.onTestFinished(() => disk.remove());
    const { world, web } = await openTwo(context, {
      dataFolder: (name) => (name === 'n1' ? disk.folder : undefined),
    });
    const desks = await Desks.open(web, world.clinics, concurrentDesks);
    await wait(3_000);
    expect(await world.cluster.primary()).toBe('n1');
    const at = performance.now();
    fill(disk);
    await expect
      .poll(() => desks.repeated.some(({ from }) => from > at), { timeout: 240_000, interval: 200 })
      .toBe(true);
    const fullAfterMs = performance.now() - at;
    await wait(15_000);
    const { status, error } = await readiness(web);
    const freed = performance.now();
    disk.leave(400);
    const tookMs = await desks.acceptedAfter(freed, 90_000);
    await world.cluster.settled();
    await judge('the disk of the primary full', desks, {
      fullAfterMs: Math.round(fullAfterMs),
      tookMs: Math.round(tookMs),
      ready: status,
    });
    expect([tookMs <= mostMs, error]).toEqual([true, undefined]);
  },
);

/**
 * Writes to a node's log faster than the others receive it, without waiting for them, until the
 * node is lost.
 */
async function writeAhead(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set synchronous_commit = local');
  const write = async (): Promise<never> => {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'ahead', repeat('x', 1000000))`);
  };
  write().catch(() => undefined);
  await wait(500);
}

/** Returns the name of the server to which HAProxy sends a request. */
async function servedBy(web: string): Promise<string | null> {
  const response = await fetch(`${web}/api/health/live`);
  await response.arrayBuffer();
  return response.headers.get('x-served-by');
}

/**
 * Fills the disk. PostgreSQL writes at the same time, and may take the last block before the filler
 * does.
 */
function fill(disk: MountedDisk): void {
  try {
    disk.leave(0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Reads the readiness of a server, also where it is not ready. */
async function readiness(web: string): Promise<{ status: number; error: string | undefined }> {
  const response = await fetch(`${web}/api/health/ready`);
  return {
    status: response.status,
    error: [200, 503].includes(response.status) ? undefined : await response.text(),
  };
}

/** Reads bookings many times a second: HAProxy repeats a read whose server was lost. */
async function openReaders(web: string, { clinics }: World) {
  const headers = await Promise.all(clinics.map((clinic) => signIn(web, clinic)));
  const failed: { readonly from: number; readonly to: number; readonly answer: string }[] = [];
  let count = 0;
  const ending = new AbortController();
  const read = async (place: number) => {
    while (!ending.signal.aborted) {
      const from = performance.now();
      const answer = await fetch(`${web}/api/appointments?limit=5`, {
        headers: headers[place % headers.length] ?? {},
      }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        (error: unknown) => String(error),
      );
      count += 1;
      if (answer !== 200) failed.push({ from, to: performance.now(), answer: String(answer) });
      await wait(50);
    }
  };
  const reading = Array.from({ length: 4 }, (_, place) => read(place));
  return {
    count: () => count,
    failed,
    async close() {
      ending.abort();
      await Promise.all(reading);
    },
  };
}
