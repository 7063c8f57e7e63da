import { expect, test } from 'vitest';
import { receiptsOf } from './receipts.ts';

test('the 99th percentile counts each screen of each event, the last screen is of the middle event [S-2.20]', () => {
  const slow = Array.from({ length: 100 }, (_, screen) => screen + 1);
  expect(receiptsOf([slow])).toEqual({ median: 50.5, p99: 99, last: 100 });
  expect(
    receiptsOf([
      [1, 9],
      [2, 3],
      [1, 4],
    ]).last,
  ).toBe(4);
});
