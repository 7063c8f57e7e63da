import { expect, test } from 'vitest';
import { comparedCpu } from '../load/compare-cpu.ts';
import type { Measured } from '../load/load.ts';
import { readOptions } from '../load/options.ts';
import { type Compared, compared } from '../load/turns.ts';
import { type Results, tableOf } from './table.ts';

const facts = {
  at: '2026-01-02T03:04:05Z',
  processor: 'one',
  cores: 2,
  memoryGb: 4,
  node: 'v26',
  postgres: '15',
  loadBefore: 0.1,
};

function result(
  connections: number,
  [api, lean]: readonly [number, number],
  [ours, theirs] = [9, 3],
  median = 1,
): Compared {
  const side = (perSecond: number, p99: number): Measured => ({
    perSecond,
    p99,
    median,
    p95: 2,
    failed: 0,
    bytes: 10,
  });
  return compared(connections, { api: [side(api, ours)], lean: [side(lean, theirs)] });
}

function rowsOf(api: Partial<Results['api']>): string[] {
  const all = { facts, options: readOptions([]), rows: 1, alone: {}, beside: {}, afterBurst: {}, ...api };
  return tableOf({ api: all }).split('\n');
}

test('a row says the ratio, and whether the targets of 16 connections are met [S-2.19]', () => {
  const rows = rowsOf({
    alone: { list: [result(1, [50, 100]), result(16, [340, 1000], [10, 3])] },
  });
  const [alone, targeted] = rows.filter((row) => row.startsWith('| list |'));
  expect(alone).toBe(
    '| list | 1 | 50 | 100 | **0.50** | 0.50–0.50 |  | 1.00 ms | 1.00 ms | 9.00 ms | 3.00 ms | 3.0 |',
  );
  expect(targeted).toBe(
    '| list | 16 | 340 | 1000 | **0.34** | 0.34–0.34 | ✗ ≥ 0.35 | 1.00 ms | 1.00 ms | 10 ms | 3.00 ms | 3.3 ✗ ≤ 3 |',
  );
});

test('a ratio at its target meets it, and a create has none', () => {
  const rows = rowsOf({
    alone: { list: [result(16, [350, 1000], [9, 3])], create: [result(16, [69, 1000])] },
  });
  expect(rows.find((row) => row.startsWith('| list |'))).toMatch(/✓ ≥ 0\.35 .* 3\.0 ✓ ≤ 3 \|$/);
  expect(rows.find((row) => row.startsWith('| create,'))).toContain('**0.069** | 0.07–0.07 |  | 1.00 ms');
});

test('after the burst, search has its own target', () => {
  const search = [result(16, [150, 100])];
  const rows = rowsOf({ alone: { search }, afterBurst: { search } }).filter((row) =>
    row.startsWith('| search | 16 | 150'),
  );
  expect(rows.map((row) => /[✓✗] ≥ \S+/.exec(row)?.[0])).toEqual(['✓ ≥ 0.4', '✗ ≥ 2']);
});

test('growth compares the median with others to the median alone [S-2.19]', () => {
  const rows = rowsOf({
    alone: { list: [result(16, [1, 1], [9, 3], 10)], search: [result(16, [1, 1], [9, 3], 10)] },
    beside: { list: [result(16, [1, 1], [9, 3], 14)] },
    afterBurst: { search: [result(16, [1, 1], [9, 3], 13)] },
  });
  expect(rows).toContain('| list | 16 | 10 ms | 14 ms | ×1.40 ✗ ≤ 1.3 | ×1.40 |');
  expect(rows).toContain('| search after the burst | 16 | 10 ms | 13 ms | ×1.30 ✓ ≤ 1.3 | ×1.30 |');
});

test('an operation that could not be measured says so, and an unmeasured phase is left out', () => {
  const text = rowsOf({ alone: { unchanged: [] } }).join('\n');
  expect(text).toContain('| list, unchanged |  | the server sent no ETag |');
  expect(text).not.toContain('beside it');
  expect(text).not.toContain('Growth');
});

test('processor time and throughput are judged against an earlier commit, if one was measured', () => {
  const cost = (cpuMs: number, perSecond: number) => [{ cpuMs, perSecond }];
  const create = { api: cost(1.4, 700), before: cost(2, 500), lean: cost(0.25, 5000) };
  const spread = { api: cost(2.2, 595), before: cost(2, 500), lean: [] };
  const compared = { create: comparedCpu(create), spread: comparedCpu(spread) };
  const text = tableOf({ cpu: { facts, turns: 5, before: 'abc1234', compared } });
  expect(text).toContain('5 turns. Before: commit abc1234.');
  const rows = text.split('\n');
  expect(rows).toContain(
    '| create, one business | 1.40 ms | 2.00 ms | 0.25 ms | **0.70** | 0.70–0.70 | ✓ ≤ 0.7 | 700 | 500 | 5000 | **1.40** | 1.40–1.40 |  |',
  );
  expect(rows).toContain(
    '| create over 50 businesses | 2.20 ms | 2.00 ms |  | **1.10** | 1.10–1.10 |  | 595 | 500 |  | **1.19** | 1.19–1.19 | ✗ ≥ 1.2 |',
  );
  const alone = comparedCpu({ ...create, before: [] });
  expect(tableOf({ cpu: { facts, turns: 5, compared: { create: alone } } })).toContain(
    '| create, one business | 1.40 ms |  | 0.25 ms |  |  |  | 700 |  | 5000 |  |  |  |',
  );
});

test('start and memory are judged in absolute numbers and against the bare program [S-2.19]', () => {
  const turns = (median: number) => ({ median, turns: [median - 1, median, median + 1] });
  const cost = {
    milliseconds: { postgres: turns(1001), embedded: turns(1500), bare: turns(1000) },
    embeddedToBare: { median: 1.5, turns: [1.4, 1.5, 1.6] },
    memory: { postgres: 131, embedded: 330, bare: 300 },
  };
  const rows = tableOf({ start: { facts, cost } }).split('\n');
  expect(rows).toContain(
    '| on PostgreSQL, production | 1001 ms | 1000–1002 | ✗ ≤ 1000 ms | 131 MB ✗ ≤ 130 |',
  );
  expect(rows).toContain('| the embedded demo | 1500 ms | 1499–1501 | ✓ ×1.50 ≤ 1.5 | 330 MB ✓ ≤ 330 |');
  expect(rows).toContain('| a bare program on the same directory | 1000 ms | 999–1001 |  | 300 MB |');
});

test('the counted list is judged against the uncounted one', () => {
  const cost = {
    connections: 16,
    counting: { perSecond: 94, p99: 12, processor: 1.02 },
    plain: { perSecond: 100, p99: 11, processor: 1 },
    ratio: { median: 0.94, turns: [0.9, 0.94, 1] },
    processorRatio: { median: 1.02, turns: [1, 1.02, 1.1] },
  };
  const rows = tableOf({
    metrics: { facts, costs: [cost, { ...cost, connections: 1, ratio: { median: 0.95, turns: [0.95] } }] },
  }).split('\n');
  expect(rows).toContain(
    '| 16 | 94 | 100 | **0.94** | 0.90–1.00 | ✗ ≥ 0.95 | 12 ms | 11 ms | 1.02 ms | 1.00 ms | **1.02** | 1.00–1.10 |',
  );
  expect(rows).toContain(
    '| 1 | 94 | 100 | **0.95** | 0.95–0.95 | ✓ ≥ 0.95 | 12 ms | 11 ms | 1.02 ms | 1.00 ms | **1.02** | 1.00–1.10 |',
  );
});
