import { expect, it } from 'vitest';
import { compare } from './comparison.ts';

it.each([
  [112, 100, { direction: 'up', text: '▲ 12%' }],
  [123_500, 100, { direction: 'up', text: '▲ 1,23,400%' }],
  [50, 100, { direction: 'down', text: '▼ 50%' }],
  [0, 100, { direction: 'down', text: '▼ 100%' }],
  [100, 100, { direction: 'same', text: '0%' }],
  [1001, 1000, { direction: 'same', text: '0%' }],
  [100, 0, null],
  [0, 0, null],
])('%i after %i', (current, before, expected) => {
  expect(compare(current, before)).toEqual(expected);
});
