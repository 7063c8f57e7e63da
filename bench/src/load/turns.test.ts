import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

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
