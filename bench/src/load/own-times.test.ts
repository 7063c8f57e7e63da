import { expect, test } from 'vitest';
import { ownTime } from './own-times.ts';

test('no two bookings of a benchmark have the same time', () => {
  const taken = new Set(Array.from({ length: 349_920 }, (_, n) => Object.values(ownTime(n)).join(' ')));
  expect(taken.size).toBe(349_920);
});

test('times are half hours of working days from 2030 to 2089', () => {
  expect(ownTime(0)).toEqual({ day: '2030-01-01', time: '09:00' });
  const times = Array.from({ length: 1000 }, (_, n) => ownTime(n));
  for (const { day, time } of times) {
    expect(day).toMatch(/^20[3-8]\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-7])$/);
    expect(time).toMatch(/^(09|1[0-7]):[03]0$/);
  }
});

test('a thousand bookings are spread over all months', () => {
  const months = Array.from({ length: 1000 }, (_, n) => ownTime(n).day.slice(0, 7));
  const counts = Map.groupBy(months, (month) => month);
  expect(counts.size).toBeGreaterThan(600);
  expect(Math.max(...Array.from(counts.values(), ({ length }) => length))).toBeLessThan(4);
});
