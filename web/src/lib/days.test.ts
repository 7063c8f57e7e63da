import { describe, expect, it } from 'vitest';
import { groupByDay, nameOfDay } from './days.ts';

it('keeps the order of rows and days', () => {
  const rows = [
    { date: '2026-11-22', time: '09:00' },
    { date: '2026-11-21', time: '09:00' },
    { date: '2026-11-21', time: '10:00' },
  ];
  expect(groupByDay(rows)).toEqual([
    { key: '2026-11-22 0', date: '2026-11-22', rows: [rows[0]] },
    { key: '2026-11-21 0', date: '2026-11-21', rows: [rows[1], rows[2]] },
  ]);
  expect(groupByDay([])).toEqual([]);
});

it('gives a split day two keys, and keeps a key when a row is added first', () => {
  const [morning, moved, evening] = ['2026-11-21', '2026-11-25', '2026-11-21'].map((date) => ({ date }));
  expect(groupByDay([morning!, moved!, evening!]).map(({ key }) => key)).toEqual([
    '2026-11-21 0',
    '2026-11-25 0',
    '2026-11-21 1',
  ]);
  expect(groupByDay([{ date: '2026-11-21' }, morning!]).map(({ key }) => key)).toEqual(['2026-11-21 0']);
});

describe('the name of a day', () => {
  it.each([
    ['2026-12-31', '2026-12-31', 'Today'],
    ['2027-01-01', '2026-12-31', 'Tomorrow'],
    ['2026-12-31', '2027-01-01', 'Yesterday'],
    ['2026-11-27', '2026-11-21', 'Fri, 27 Nov'],
    ['2027-01-03', '2026-12-31', '3 Jan 2027'],
  ])('%s, seen on %s, is %s', (date, today, name) => {
    expect(nameOfDay(date, today)).toBe(name);
  });
});
