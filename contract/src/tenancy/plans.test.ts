import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycleAt, fallbackPlan } from './plans.ts';
import { addDays, daysBetween } from '../core/time.ts';

const day = fc.integer({ min: 0, max: 365 * 12 }).map((days) => addDays('2020-01-01', days));
/** Days that shorter months do not have. */
const lateDay = fc.constantFrom(
  '2024-01-29',
  '2024-01-30',
  '2024-01-31',
  '2023-08-31',
  '2024-02-29',
  '2026-11-30',
  '2026-12-31',
);

describe('the cycle of a date [P-4.2]', () => {
  it.each([
    ['2026-11-01', '2026-11-30', '2026-11-01', '2026-12-01'],
    ['2026-11-01', '2026-12-01', '2026-12-01', '2027-01-01'],
    ['2026-11-01', '2026-10-31', '2026-10-01', '2026-11-01'],
    ['2026-11-15', '2026-11-14', '2026-10-15', '2026-11-15'],
    ['2026-11-15', '2026-11-15', '2026-11-15', '2026-12-15'],
    ['2026-01-31', '2026-02-27', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
    ['2024-01-31', '2024-02-28', '2024-01-31', '2024-02-29'],
    ['2026-11-15', '2020-03-01', '2020-02-15', '2020-03-15'],
  ])('begun on %s holds %s in %s to %s', (start, date, cycleStart, cycleEnd) => {
    expect(cycleAt(start, date)).toEqual({ start: cycleStart, end: cycleEnd });
  });

  it('always contains its date, and lasts a month', () => {
    fc.assert(
      fc.property(fc.oneof(day, lateDay), day, (start, date) => {
        const cycle = cycleAt(start, date);
        expect(cycle.start <= date && date < cycle.end).toBe(true);
        const length = daysBetween(cycle.start, cycle.end);
        expect(length >= 28 && length <= 33).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves no gap: each date of a cycle gives the same cycle, and its end starts the next one [P-4.2]', () => {
    fc.assert(
      fc.property(fc.oneof(day, lateDay), day, (start, date) => {
        const cycle = cycleAt(start, date);
        expect(cycleAt(start, cycle.start)).toEqual(cycle);
        expect(cycleAt(start, addDays(cycle.end, -1))).toEqual(cycle);
        expect(cycleAt(start, cycle.end).start).toBe(cycle.end);
        expect(cycleAt(start, addDays(cycle.start, -1)).end).toBe(cycle.start);
      }),
      { numRuns: 2_000 },
    );
  });

  it('starts on the day of the subscription', () => {
    fc.assert(fc.property(fc.oneof(day, lateDay), (start) => cycleAt(start, start).start === start));
  });
});

it('falls back to the name and limit of the free plan without subscription data [P-4.5]', () => {
  expect(fallbackPlan).toEqual({ name: 'Basic or Free Plan', limit: 25 });
});
