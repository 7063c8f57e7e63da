import { expect, it } from 'vitest';
import { daysOfMonth, adjacentMonth, monthName } from './months.ts';

it('goes from month to month over the end of a year', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(adjacentMonth('2026-12', 1)).toBe('2027-01');
  expect(adjacentMonth('2027-01', -1)).toBe('2026-12');
  expect(monthName('2026-11')).toBe('Nov 2026');
});
