import { expect, it } from 'vitest';
import { periodsOn } from './periods.ts';

it.each([
  ['2026-11-23', '2026-11-01', '2026-10-01', '2026-10-23'],
  ['2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
  ['2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
  ['2028-03-30', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['2026-04-30', '2026-04-01', '2026-03-01', '2026-03-30'],
  ['2026-01-31', '2026-01-01', '2025-12-01', '2025-12-31'],
])(
  'compares %s with the same days of the month before, which may be shorter [P-10.18]',
  (today, monthStart, from, to) => {
    expect(periodsOn(today)).toEqual({
      today: { from: today, to: today },
      month: { from: monthStart, to: today },
      before: { from, to },
    });
  },
);
