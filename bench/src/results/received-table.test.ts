import { expect, test } from 'vitest';
import type { Explained } from '../database/explain.ts';
import type { Measured } from '../load/load.ts';
import { medianRatio } from '../load/median.ts';
import { receivedTable } from './received-table.ts';

const measured: Measured = { perSecond: 100, median: 2, p95: 3, p99: 4, failed: 0, bytes: 10 };
const byIndex: Explained = {
  statement: 'select taken_on from payments',
  plan: ['GroupAggregate', '  Index Only Scan payments_taken'],
};

function render(ratio: number, plans: readonly Explained[]): string {
  const grown = medianRatio([ratio], [1]);
  return receivedTable(
    [{ connections: 16, alone: measured, beside: measured, p50: grown, p99: grown }],
    plans,
  );
}

test('the growth of a month’s takings may be 1.3, answered by one index [S-2.19]', () => {
  expect(render(1.3, [byIndex])).toContain('**1.30** | 1.30–1.30 | ✓ ≤ 1.3 |');
  expect(render(1.3, [byIndex])).toContain('✓ The index');
  expect(render(1.31, [byIndex])).toContain('✗ ≤ 1.3');
});

test('a scan of the payments, another index, or no plan misses it [S-2.19]', () => {
  const others = ['Seq Scan payments', 'Index Scan payments_of_drawer', 'Index Scan payments_taken'];
  for (const node of others)
    expect(render(1, [{ ...byIndex, plan: [node] }])).toContain('✗ Its statements read more');
  expect(render(1, [])).toContain('✗ Its statements read more');
});
