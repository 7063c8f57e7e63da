import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/db/open-database.ts';
import { testEngine } from '../fixtures/database.ts';
import { type KillableEngine, killableEngine } from '../fixtures/invariants/killable-engine.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-5: acknowledged rows survive kill -9, and every commit is synced to the disk. A kill alone does
// not prove the second, because the page cache survives it.
const writer = fileURLToPath(new URL('../fixtures/invariants/durability-writer.ts', import.meta.url));
const kills = isFull ? 100 : 2;
const commits = isFull ? 200 : 50;
let engine: KillableEngine;

beforeAll(async () => {
  engine = await killableEngine(testEngine);
});

afterAll(() => engine.remove());

test(
  'kill -9 loses no acknowledged row and the database opens again [I-5]',
  { timeout: isFull ? 900_000 : 180_000 },
  async () => {
    const acknowledged: number[] = [];
    let opened = 0;
    let lost = 0;
    for (let round = 0; round < kills; round += 1) {
      acknowledged.push(...(await writeUntilKilled((acknowledged.at(-1) ?? 0) + 1_000)));
      const { database, close } = await engine.open();
      opened += 1;
      lost = acknowledged.length - (await countRows(database, acknowledged));
      await close();
      if (lost > 0) break;
    }
    printInvariant({
      id: 'I-5',
      driver: testEngine,
      n: acknowledged.length,
      violations: lost,
      kills,
      opened,
    });
    expect({ lost, opened }).toEqual({ lost: 0, opened: kills });
    expect(acknowledged.length).toBeGreaterThan(kills);
  },
);

test('each commit is synced to the disk before it is acknowledged [I-5]', async () => {
  const { database, close } = await engine.open();
  await database.pool.query('create table if not exists synced (id int)');
  const before = await engine.fsyncs(database);
  for (let id = 0; id < commits; id += 1) await database.pool.query('insert into synced values ($1)', [id]);
  const fsyncs = (await engine.fsyncs(database)) - before;
  await close();
  printInvariant({
    id: 'I-5-fsync',
    driver: testEngine,
    n: commits,
    violations: Math.max(0, commits - fsyncs),
    fsyncs,
  });
  expect(fsyncs / commits).toBeGreaterThanOrEqual(1);
});

/**
 * Returns the ids that were acknowledged to a writer before the engine was killed, 0.1 to 1 s after
 * the first.
 */
async function writeUntilKilled(first: number): Promise<number[]> {
  const where = await engine.start();
  const child = spawn(process.execPath, [writer, testEngine, where, String(first)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  const heard = listenTo(child);
  await heard.first;
  await wait(100 + Math.random() * 900);
  await engine.kill(child);
  await ended;
  return heard.numbers;
}

function listenTo(child: ChildProcess): { numbers: number[]; first: Promise<unknown> } {
  const numbers: number[] = [];
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on('line', (line) => numbers.push(Number(line)));
  return {
    numbers,
    first: Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error('the writer exited'))),
    ]),
  };
}

async function countRows({ pool }: OpenDatabase, ids: number[]): Promise<number> {
  const { rows } = await pool.query<{ found: number }>(
    'select count(*) as found from acknowledged where id = any($1::bigint[])',
    [ids],
  );
  return rows[0]?.found ?? 0;
}
