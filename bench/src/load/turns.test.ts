import { expect, test } from 'vitest';
import type { Measured } from './load.ts';
import { compared, inTurns } from './turns.ts';

const measured = (perSecond: number, p99: number): Measured => ({
  perSecond,
  p99,
  median: 2,
  p95: 3,
  failed: 0,
  bytes: 100,
});

test('the ratio is the median of those of the turns, not the ratio of the medians [S-2.19]', () => {
  const result = compared(16, {
    api: [measured(100, 9), measured(300, 8), measured(200, 5)],
    lean: [measured(1000, 3), measured(1500, 2), measured(400, 5)],
  });
  expect(result.toLean).toEqual({ median: 0.2, turns: [0.1, 0.2, 0.5] });
  expect(result.p99ToLean).toEqual({ median: 3, turns: [3, 4, 1] });
  expect(result).toMatchObject({
    connections: 16,
    api: { perSecond: 200, p99: 8 },
    lean: { perSecond: 1000, p99: 3 },
  });
});

test('sides alternate, the first turn is not counted, and an absent side has none [S-2.19]', async () => {
  const order: string[] = [];
  const side = (name: string) => async (turn: number) => `${order[order.push(`${name}${turn}`) - 1]}`;
  expect(await inTurns({ api: side('a'), lean: side('b'), before: undefined }, 2)).toEqual({
    api: ['a1', 'a2'],
    lean: ['b1', 'b2'],
    before: [],
  });
  expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
});
