import { expect, test } from 'vitest';
import { median, medianRatio } from './median.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('no median');
});

test('a ratio divides the two sides of each turn', () => {
  expect(medianRatio([10, 30, 20], [10, 10, 10])).toEqual({ median: 2, turns: [1, 3, 2] });
  expect(() => medianRatio([1, 2], [1])).toThrow('two sides');
});
