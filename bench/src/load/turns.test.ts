import { expect, test } from 'vitest';
import type { Measured } from './load.ts';
import { compared } from './turns.ts';

const measured = (perSecond: number, p99: number): Measured => ({
  perSecond,
  p99,
  median: 2,
  p95: 3,
  failed: 0,
  bytes: 100,
});
const turn = (api: Measured, lean: Measured, bare: Measured) => ({ api, lean, bare });

test('the ratio is the median of those of the turns, not the ratio of the medians', () => {
  const result = compared(16, [
    turn(measured(100, 9), measured(1000, 3), measured(200, 5)),
    turn(measured(300, 8), measured(1500, 2), measured(300, 5)),
    turn(measured(200, 5), measured(400, 5), measured(800, 5)),
  ]);
  expect(result.toLean).toEqual({ median: 0.2, turns: [0.1, 0.2, 0.5] });
  expect(result.toBare).toEqual({ median: 0.5, turns: [0.5, 1, 0.25] });
  expect(result.p99ToLean).toEqual({ median: 3, turns: [3, 4, 1] });
  expect(result).toMatchObject({
    connections: 16,
    api: { perSecond: 200, p99: 8 },
    lean: { perSecond: 1000, p99: 3 },
  });
});
