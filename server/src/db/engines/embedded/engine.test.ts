import { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { loadDump } from '../../../../test/fixtures/database/embedded-dump.ts';
import { columnParsers } from '../../column-parsers.ts';
import { embeddedPool } from './embedded-connection.ts';
import { EmbeddedEngine, type EngineOptions } from './engine.ts';

const patient = 60_000;
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Creates a PGlite from a dump, which is faster than from nothing. */
async function create(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await loadDump('empty', async () => undefined) });
}

interface Watched {
  engine: EmbeddedEngine;
  pool: Pool;
  said: string[];
}

function watched(pglite: PGlite, options: Partial<EngineOptions>): Watched {
  const said: string[] = [];
  const say = (_: object, message: string) => said.push(message);
  const engine = new EmbeddedEngine(pglite, {
    log: { warn: say, error: say },
    statementMs: patient,
    ...options,
  });
  const pool = embeddedPool(engine, columnParsers, patient);
  pool.on('error', () => undefined);
  ending.push(async () => {
    await pool.end();
    await engine.close();
  });
  return { engine, pool, said };
}

/**
 * Creates a PGlite whose WebAssembly code traps on request, as it does when PostgreSQL calls
 * `abort`.
 */
async function trapping(): Promise<{ pglite: PGlite; trap: () => void }> {
  const pglite = await create();
  const module = pglite.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const loop = module._PostgresMainLoopOnce;
  let isTrapped = false;
  module._PostgresMainLoopOnce = () => {
    if (isTrapped) throw new WebAssembly.RuntimeError('unreachable');
    loop();
  };
  return { pglite, trap: () => (isTrapped = true) };
}

test('statements that follow each other leave files, the network and timers their turn [O-2.14]', async () => {
  const { engine } = watched(await create(), {});
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const startedAt = performance.now();
  while (performance.now() - startedAt < 500) await engine.exec('select 1');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('an ended engine refuses every caller immediately, and is opened again [O-2.13]', async () => {
  const { pglite, trap } = await trapping();
  const { engine, pool, said } = watched(pglite, { reopen: create });
  const heard: string[] = [];
  engine.listen(
    'news',
    (channel, payload) => heard.push(`${channel} ${payload}`),
    () => heard.push('gap'),
  );
  await pool.query('listen news');
  const client = await pool.connect();
  await client.query('begin');
  const waiting = pool.query('select 1');
  trap();
  await expect(client.query('select $1::int', [1])).rejects.toMatchObject({
    name: 'EngineStopped',
    code: '57P03',
  });
  expect(engine.isRunning).toBe(false);
  client.release();
  await expect(waiting).rejects.toMatchObject({ code: '57P03' });

  await expect.poll(() => engine.isRunning, { timeout: patient }).toBe(true);
  expect((await pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  await pool.query(`notify news, 'again'`);
  await expect.poll(() => heard.length, { timeout: patient }).toBe(2);
  expect(heard).toEqual(['gap', 'news again']);
  expect(said).toEqual([
    'the embedded database is stuck: PostgreSQL ended: unreachable',
    'the embedded database was opened again, with everything that it had acknowledged',
  ]);
});

test('a statement that does not return fails with its engine, and the pool continues with a new engine [O-2.13]', async () => {
  const pglite = await create();
  const { engine, pool, said } = watched(pglite, { statementMs: 1_000, reopen: create });
  await pool.query('select 1');
  const hanging = vi.spyOn(pglite, 'execProtocolStream').mockReturnValue(new Promise(() => undefined));
  await expect(pool.query('select 2')).rejects.toMatchObject({ code: '57P03' });
  expect(said[0]).toBe('the embedded database is stuck: a statement did not come back within 1000 ms');
  await expect.poll(() => engine.isRunning, { timeout: patient }).toBe(true);
  expect((await pool.query('select 3 as answer')).rows).toEqual([{ answer: 3 }]);
  hanging.mockRestore();
  await expect(pglite.exec('select 1'), 'what was given up reaches the data no more').rejects.toThrow(
    'did not come back',
  );
});

test('waits for room on the disk, and gives up after five failures', async () => {
  const { pglite, trap } = await trapping();
  let looks = 0;
  const hasRoom = () => (looks += 1) > 2;
  const reopen = vi.fn(async () => Promise.reject(new Error('broken')));
  const giveUp = vi.fn();
  const { engine, pool } = watched(pglite, { reopen, hasRoom, giveUp });
  await pool.query('select 1');
  trap();
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P03' });
  await expect.poll(() => giveUp.mock.calls.length, { timeout: patient }).toBeGreaterThan(0);
  expect({ opened: reopen.mock.calls.length, looks }).toEqual({ opened: 5, looks: 7 });
  expect(engine.isRunning).toBe(false);
});
