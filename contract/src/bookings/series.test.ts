import { expect, it } from 'vitest';
import { createSeries, repeatedDays, mostOfSeries, Repeat } from './series.ts';

const rule = { everyWeeks: 1, weekdays: [2], until: null, count: null };

it.each([
  ['a number of weeks', '2026-11-24', { ...rule, count: 3 }, ['2026-11-24', '2026-12-01', '2026-12-08']],
  [
    'until a day, which is included',
    '2026-11-24',
    { ...rule, until: '2026-12-08' },
    ['2026-11-24', '2026-12-01', '2026-12-08'],
  ],
  [
    'several days, in their order and once each',
    '2026-11-24',
    { ...rule, weekdays: [5, 2, 5], count: 4 },
    ['2026-11-24', '2026-11-27', '2026-12-01', '2026-12-04'],
  ],
  [
    'every second week of the first one',
    '2026-11-26',
    { ...rule, everyWeeks: 2, weekdays: [1, 4], count: 3 },
    ['2026-11-26', '2026-12-07', '2026-12-10'],
  ],
  [
    'a first day that is none of the weekdays',
    '2026-11-25',
    { ...rule, count: 2 },
    ['2026-12-01', '2026-12-08'],
  ],
  ['the end of a year', '2026-12-29', { ...rule, count: 2 }, ['2026-12-29', '2027-01-05']],
  ['29 February', '2028-02-22', { ...rule, count: 3 }, ['2028-02-22', '2028-02-29', '2028-03-07']],
  ['the last days that are dates here', '2199-12-24', rule, ['2199-12-24', '2199-12-31']],
  ['an end before the first day', '2026-11-24', { ...rule, until: '2026-11-01' }, []],
])('has its days: %s [P-5.63]', (_, first, repeat, days) => {
  expect(repeatedDays(repeat, first)).toEqual(days);
});

it('has at most 52 days, within 400 of the first [P-5.63]', () => {
  const daily = repeatedDays({ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2199-12-31' }, '2026-11-24');
  expect([daily.length, daily.at(-1)]).toEqual([mostOfSeries, '2027-01-14']);
  const rare = repeatedDays({ ...rule, everyWeeks: 26, until: '2199-12-31' }, '2026-11-24');
  expect(rare).toEqual(['2026-11-24', '2027-05-25', '2027-11-23']);
});

it('is made of dates within 400 days of the first, in any order [P-5.65]', () => {
  const isMade = (dates: string[]) => {
    const occurrences = dates.map((date) => ({ date, time: '15:00' }));
    return createSeries.body?.safeParse({
      personName: 'Asha',
      personEmail: 'asha@people.example',
      occurrences,
    }).success;
  };
  expect([isMade(['2027-12-29', '2026-11-24']), isMade(['2027-12-30', '2026-11-24'])]).toEqual([true, false]);
  expect([isMade([]), isMade(['tomorrow'])]).toEqual([false, false]);
});

it.each([
  [{ count: 3, until: '2026-12-08' }, false],
  [{ count: null, until: null }, false],
  [{ count: 53 }, false],
  [{ count: 1 }, false],
  [{ count: 3, weekdays: [] }, false],
  [{ count: 3, everyWeeks: 0 }, false],
  [{ count: 52 }, true],
])('needs an end date or a number, and at least one weekday: %o [P-5.63]', (changed, isRule) => {
  expect(Repeat.safeParse({ ...rule, ...changed }).success).toBe(isRule);
});
