import { expect, test } from 'vitest';
import { isSettled } from './resident-memory.ts';

test('memory has settled when ten readings differ by at most one in a hundred [S-2.19]', () => {
  const ten = (value: number) => Array.from({ length: 10 }, () => value);
  expect(isSettled(ten(100).slice(1))).toBe(false);
  expect(isSettled([...ten(100).slice(1), 101])).toBe(true);
  expect(isSettled([...ten(100).slice(1), 101.5])).toBe(false);
  expect(isSettled([300, ...ten(100)])).toBe(true);
});
