import { expect, test } from 'vitest';
import { comparedCpu } from '../load/compare-cpu.ts';
import { tableOf } from './table.ts';

const facts = {
  at: '2026-01-02T03:04:05Z',
  processor: 'one',
  cores: 2,
  memoryGb: 4,
  node: 'v26',
  postgres: '15',
  loadBefore: 0.1,
};

test('processor time and throughput are judged against an earlier commit, if one was measured', () => {
  const cost = (cpuMs: number, perSecond: number) => [{ cpuMs, perSecond }];
  const create = { api: cost(1.4, 700), before: cost(2, 500) };
  const spread = { api: cost(2.2, 595), before: cost(2, 500) };
  const compared = { create: comparedCpu(create), spread: comparedCpu(spread) };
  const text = tableOf({ cpu: { facts, turns: 5, before: 'abc1234', compared } });
  expect(text).toContain('5 turns. Before: commit abc1234.');
  const rows = text.split('\n');
  expect(rows).toContain(
    '| create, one business | 1.40 ms | 2.00 ms | **0.70** | 0.70–0.70 | ✓ ≤ 0.7 | 700 | 500 | **1.40** | 1.40–1.40 |  |',
  );
  expect(rows).toContain(
    '| create over 50 businesses | 2.20 ms | 2.00 ms | **1.10** | 1.10–1.10 |  | 595 | 500 | **1.19** | 1.19–1.19 | ✗ ≥ 1.2 |',
  );
  const alone = comparedCpu({ ...create, before: [] });
  expect(tableOf({ cpu: { facts, turns: 5, compared: { create: alone } } })).toContain(
    '| create, one business | 1.40 ms |  |  |  |  | 700 |  |  |  |  |',
  );
});

test('start and memory are judged in absolute numbers [S-2.19]', () => {
  const turns = (median: number) => ({ median, turns: [median - 1, median, median + 1] });
  const cost = {
    milliseconds: { postgres: turns(1001), embedded: turns(1000) },
    memory: { postgres: 131, embedded: 330 },
  };
  const rows = tableOf({ start: { facts, cost } }).split('\n');
  expect(rows).toContain(
    '| on PostgreSQL, production | 1001 ms | 1000–1002 | ✗ ≤ 1000 ms | 131 MB ✗ ≤ 130 |',
  );
  expect(rows).toContain('| the embedded demo | 1000 ms | 999–1001 | ✓ ≤ 1000 ms | 330 MB ✓ ≤ 330 |');
});

test('a desk during an export is judged by its 95th percentile and by memory above idle [S-2.19]', () => {
  const turn = { median: 10, p95: 30, p99: 50, memoryMb: 290 };
  const compared = {
    idleMb: 140,
    workingMb: 180,
    alone: { ...turn, p95: 20 },
    beside: turn,
    p95ToAlone: { median: 1.51, turns: [1.5, 1.51, 1.52] },
    exportSeconds: 60,
    exportMb: 430,
  };
  const text = tableOf({ export: { facts, turns: 3, bookings: 100_000, files: 2_000, compared } });
  expect(text).toContain('100,000 bookings, 2,000 prescriptions; 3 turns.');
  expect(text).toContain('**1.51** times the one without (1.50–1.52 of the turns), ✗ ≤ 1.5.');
  expect(text).toContain('**150 MB** above idle (140 MB), ✓ ≤ 150; of the desk before any export 180 MB.');
});
