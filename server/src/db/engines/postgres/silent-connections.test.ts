import { getReady } from '@samay/contract/platform/health';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { startPostgres } from '../../../../../scripts/postgres.mjs';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { testDatabase, testEngine } from '../../../../test/fixtures/database.ts';
import { asLogin } from '../../../../test/fixtures/database/as-login.ts';
import { loginUrl } from '../../../../test/fixtures/database/postgres-template.ts';
import { silentProxy } from '../../../../test/fixtures/third-parties/silent-proxy.ts';
import { probeConnections } from '../../health.ts';
import { isDatabaseUnavailable } from '../../errors.ts';
import type { OpenDatabase } from '../../open-database.ts';
import { usualDeadlines } from '../../../core/database-deadlines.ts';
import { openPostgres } from './open-postgres.ts';
import { asJob, asPlatform, type Tx } from '../../tenant.ts';
import { listenOn, usualCheck } from './postgres-listener.ts';

/** Deadlines for a busy machine that are shorter than a test. */
const deadlines = { ...usualDeadlines, statementMs: 2_000, answerMs: 2_500, waitMs: 2_000 };
const timeoutMs = 1_000;
const patient = { timeout: 30_000 };
const poolSize = 4;
const silentLog = { warn: () => undefined, error: () => undefined };
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

test('readiness reports that callers wait too long for a connection, without using one [O-5.2]', async () => {
  const { database, close } = await testDatabase({ poolSize: 2 });
  endings.push(close);
  const held = await Promise.all(
    Array.from({ length: database.kind === 'embedded' ? 1 : 2 }, () => database.pool.connect()),
  );
  expect(await probeConnections(database, 50)).toBe('busy');
  for (const client of held) client.release();
  await expect.poll(() => database.pool.waitingCount).toBe(0);
  expect(await probeConnections(database, 30_000)).toBe('answers');
});

if (testEngine === 'postgres') {
  test('requests on connections that went silent get 503 in time, and those after them go through [O-2.8]', async () => {
    const { database, owner, silence } = await appBehindProxy();
    expect(silence()).toBeGreaterThanOrEqual(poolSize);
    const lost = await Promise.all(Array.from({ length: poolSize + 2 }, () => owner.call(getUsage)));
    expect(new Set(lost.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(
      new Set(['503 server.unavailable']),
    );
    expect(lost.map(({ headers }) => headers['retry-after'])).toEqual(lost.map(() => '1'));
    const after = await Promise.all(Array.from({ length: poolSize + 2 }, () => owner.call(getUsage)));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    const underWay = asPlatform({ database }, async (tx) => {
      await sql`select 1`.execute(tx);
      silence();
      await sql`select 2`.execute(tx);
    });
    expect(isDatabaseUnavailable(await underWay.catch((error: unknown) => error))).toBe(true);
    expect((await owner.call(getUsage)).status).toBe(200);
  });

  test('a job may take longer than a request', async () => {
    const held = await testDatabase();
    const brief = { ...deadlines, statementMs: 300, answerMs: 2_000 };
    const database = await openPostgres({
      url: loginUrl(held.ownerUrl ?? ''),
      poolSize: 2,
      deadlines: brief,
    });
    endings.push(held.close, () => database.close());
    const slow = (tx: Tx) => sql`select pg_sleep(2.3)`.execute(tx);
    await expect(asPlatform({ database }, slow)).rejects.toMatchObject({ code: '57014' });
    await expect(asJob({ database }, slow)).resolves.toBeDefined();
  });

  test('readiness is red while connections are silent, discards them, and no request meets them [O-5.2]', async () => {
    const { owner, silence, nobody } = await appBehindProxy();
    silence();
    expect((await nobody.call(getReady)).status).toBe(503);
    expect((await nobody.call(getReady)).status).toBe(200);
    const after = await Promise.all(Array.from({ length: poolSize }, () => owner.call(getUsage)));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  });

  test('a listener whose connection went silent listens on a new one, and says that something may be missing [O-1.9]', async () => {
    const held = await testDatabase();
    endings.push(held.close);
    const proxy = await silentProxy(held.ownerUrl ?? '');
    endings.push(() => proxy.close());
    const heard: string[] = [];
    const onGap = vi.fn<() => void>();
    const listen = listenOn({ connectionString: proxy.url }, silentLog, {
      everyMs: 1_500,
      answerMs: 1_000,
      gapEveryMs: 60_000,
    });
    endings.push(await listen('changes', (payload) => heard.push(payload), onGap));
    proxy.silence();
    await expect.poll(() => onGap.mock.calls.length, patient).toBeGreaterThan(0);
    await held.database.pool.query(`select pg_notify('changes', 'after the silence')`);
    await expect.poll(() => heard, patient).toEqual(['after the silence']);
  });

  test('a server that starts with a slow database waits for its listener as for any other statement [O-1.9]', async () => {
    const held = await testDatabase();
    endings.push(held.close);
    const proxy = await silentProxy(held.ownerUrl ?? '', 150);
    endings.push(() => proxy.close());
    const listen = listenOn({ connectionString: proxy.url }, silentLog, {
      everyMs: 60_000,
      answerMs: 100,
      gapEveryMs: 60_000,
    });
    for (const channel of ['changes', 'outbox']) {
      const heard: string[] = [];
      endings.push(await listen(channel, (payload) => heard.push(payload), vi.fn()));
      await held.database.pool.query('select pg_notify($1, $2)', [channel, 'slow, and heard']);
      await expect.poll(() => heard, patient).toEqual(['slow, and heard']);
    }
  });

  test('while the network stays silent a listener says so from time to time, and listens again once it speaks', async () => {
    const held = await testDatabase();
    endings.push(held.close);
    const proxy = await silentProxy(held.ownerUrl ?? '');
    endings.push(() => proxy.close());
    const heard: string[] = [];
    const onGap = vi.fn<() => void>();
    const listen = listenOn({ connectionString: proxy.url }, silentLog, {
      everyMs: 300,
      answerMs: 300,
      gapEveryMs: 1_000,
    });
    endings.push(await listen('changes', (payload) => heard.push(payload), onGap));
    proxy.mute(true);
    proxy.silence();
    await expect.poll(() => onGap.mock.calls.length, patient).toBeGreaterThan(1);
    proxy.mute(false);
    const speak = async () => {
      await held.database.pool.query(`select pg_notify('changes', 'it speaks')`);
      return heard;
    };
    await expect.poll(speak, patient).toContain('it speaks');
  });

  test('a silent network is noticed and announced within fifteen seconds, unless set otherwise [O-1.9]', () => {
    const { everyMs, answerMs, gapEveryMs } = usualCheck;
    // Silence right after a check, the wait for one more answer, and a first attempt to connect
    // that is not answered either.
    expect(everyMs + answerMs + 200 + answerMs).toBeLessThan(15_000);
    expect(gapEveryMs).toBeLessThanOrEqual(15_000);
  });

  test('backends that hang are noticed and discarded, whether they are at work or idle [O-2.8]', async () => {
    const { database, pid } = await privateDatabase();
    const [first, second, ...others] = await backends(database);
    // Stops some of the idle ones: it can serve, and no caller gets those that hang.
    stop([first, second]);
    expect(await probeConnections(database, timeoutMs)).toBe('answers');
    const serving = await backends(database);
    expect(serving).toEqual(expect.arrayContaining(others));
    expect(serving).not.toContain(first);
    expect(serving).not.toContain(second);
    // Stops all while in use: each call fails, and the next ones succeed.
    stop(serving);
    const callers = Array.from({ length: poolSize + 2 }, () =>
      asLogin(database, (db) => sql`select 1`.execute(db)),
    );
    const lost = await Promise.allSettled(callers);
    expect(lost.map((one) => one.status === 'rejected' && isDatabaseUnavailable(one.reason))).toEqual(
      lost.map(() => true),
    );
    const fresh = await backends(database);
    // Stops all backends: nothing answers, and no new connection can be opened.
    stop([pid, ...fresh]);
    expect(await probeConnections(database, timeoutMs)).toBe('silent');
    expect(await probeConnections(database, timeoutMs)).toBe('busy');
    goOn([pid]);
    await expect.poll(() => probeConnections(database, timeoutMs), { timeout: 30_000 }).toBe('answers');
  });

  test('no connection is used beyond its life [O-2.8]', async () => {
    const held = await testDatabase();
    endings.push(held.close);
    const database = await openPostgres({
      url: held.ownerUrl ?? '',
      poolSize: 1,
      deadlines: { ...deadlines, lifeSeconds: 1 },
    });
    endings.push(() => database.close());
    const [before] = await backends(database, 1);
    await expect.poll(() => backends(database, 1), { timeout: 30_000 }).not.toEqual([before]);
  });
}

/** Starts the app, through a proxy, after all connections of its pool were in use. */
async function appBehindProxy() {
  const held = await testDatabase();
  const proxy = await silentProxy(loginUrl(held.ownerUrl ?? ''));
  const database = await openPostgres({ url: proxy.url, poolSize, deadlines, log: silentLog });
  const app = await testApp({ dependencies: { database } });
  endings.push(
    () => held.close(),
    () => database.close(),
    () => proxy.close(),
    () => app.close(),
  );
  const owner = await signInAs({ ...app, database }, await buildTenant({ database }), 'BUSINESS_OWNER');
  expect((await owner.call(getUsage)).status).toBe(200);
  await backends(database);
  return { database, owner, nobody: new Client(app.app), silence: () => proxy.silence() };
}

/** Starts a cluster whose processes may be stopped. */
async function privateDatabase(): Promise<{ database: OpenDatabase; pid: number }> {
  const { url = '', pid = 0, stop: end } = await startPostgres({ own: true });
  endings.push(end);
  const database = await openPostgres({ url, poolSize, deadlines, log: silentLog });
  endings.push(
    () => database.close(),
    async () => goOn(stopped.splice(0)),
  );
  return { database, pid };
}

/** Returns the backend processes of all connections of the pool, queried concurrently. */
async function backends({ pool }: OpenDatabase, count = poolSize): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  const pids = await Promise.all(
    clients.map((client) => client.query<{ pid: number }>('select pg_backend_pid() as pid')),
  );
  for (const client of clients) client.release();
  return pids.map(({ rows }) => rows[0]?.pid ?? 0);
}

const stopped: number[] = [];

function stop(pids: readonly (number | undefined)[]): void {
  for (const pid of pids) {
    if (!pid) throw new Error('there is no such process');
    stopped.push(pid);
    process.kill(pid, 'SIGSTOP');
  }
}

function goOn(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // The process has ended in the meantime.
    }
  }
}
