import { describe, expect, it } from 'vitest';
import { partAround, partSizeOf } from './revenue-parts.ts';

describe('a range [P-10.14]', () => {
  it.each([
    ['2026-11-01', '2026-11-01', 'day'],
    ['2026-01-01', '2026-04-02', 'day'],
    ['2026-01-01', '2026-04-03', 'week'],
    ['2026-01-01', '2028-01-02', 'week'],
    ['2026-01-01', '2028-01-03', 'month'],
    ['2006-01-01', '2026-01-01', 'month'],
    ['1926-01-01', '2026-01-01', 'year'],
  ])('from %s to %s is drawn by %ss', (from, to, size) => {
    expect(partSizeOf({ from, to })).toBe(size);
  });

  const range = { from: '2026-02-04', to: '2026-12-15' };
  it.each([
    ['2026-11-21', 'day', { from: '2026-11-21', to: '2026-11-21' }],
    ['2026-11-16', 'week', { from: '2026-11-16', to: '2026-11-22' }],
    ['2026-11-22', 'week', { from: '2026-11-16', to: '2026-11-22' }],
    ['2026-02-05', 'week', { from: '2026-02-04', to: '2026-02-08' }],
    ['2026-02-28', 'month', { from: '2026-02-04', to: '2026-02-28' }],
    ['2026-12-01', 'month', { from: '2026-12-01', to: '2026-12-15' }],
    ['2026-06-01', 'year', range],
  ] as const)('has %s in its %s with the ends that the range leaves', (date, size, part) => {
    expect(partAround(date, size, range)).toEqual(part);
  });
});
