import { expect, it } from 'vitest';
import { eachBatch, rowsPerBatch } from './batches.ts';

it('gives other requests a turn after each batch of an export [S-1.8]', async () => {
  const all = Array.from({ length: 4 * rowsPerBatch + 1 }, (_, at) => at);
  const seen: (readonly number[])[] = [];
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await eachBatch<number>(
    async (last = -1) => all.slice(last + 1, last + 1 + rowsPerBatch),
    (rows) => seen.push(rows),
  );
  clearImmediate(next);
  expect(seen.flat()).toEqual(all);
  expect(seen.map((rows) => rows.length)).toEqual([500, 500, 500, 500, 1]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('ends after a last batch that is full or empty [S-1.8]', async () => {
  const sizes: number[] = [];
  const full = Array.from({ length: rowsPerBatch }, () => 0);
  await eachBatch(
    async () => (sizes.length === 0 ? full : []),
    (rows) => sizes.push(rows.length),
  );
  expect(sizes).toEqual([rowsPerBatch, 0]);
});
