import { expect, it } from 'vitest';
import type { LocalTime } from '../core/time.ts';
import { type PriceRule, computePrice } from './services.ts';

const base = 1_000;
const special = 1_500;
const rule = (about: Partial<PriceRule>): PriceRule => ({
  resourceId: null,
  weekdays: [],
  hours: null,
  price: special,
  ...about,
});
const hours = (from: LocalTime, to: LocalTime) => ({ from, to });
const visitPrice = (rules: PriceRule[], at: string, resourceId: string | null = null) =>
  computePrice(
    { price: base, pricedPer: 'visit', priceRules: rules },
    { resourceId, date: at.slice(0, 10), time: at.slice(11), duration: 120 },
  );

// 25 November 2026 is a Wednesday, the last day of the year a Thursday.
it.each<[string, PriceRule, [at: string, price: number][]]>([
  [
    'Wednesday 22:00–02:00',
    rule({ weekdays: [3], hours: hours('22:00', '02:00') }),
    [
      ['2026-11-25 21:59', base],
      ['2026-11-25 22:00', special],
      ['2026-11-25 23:59', special],
      ['2026-11-26 00:00', special],
      ['2026-11-26 01:59', special],
      ['2026-11-26 02:00', base],
      ['2026-11-26 22:00', base],
      ['2026-11-25 00:00', base],
      ['2026-11-25 01:59', base],
    ],
  ],
  [
    'Sunday 20:00–06:00',
    rule({ weekdays: [7], hours: hours('20:00', '06:00') }),
    [
      ['2026-11-22 05:59', base],
      ['2026-11-22 20:00', special],
      ['2026-11-23 05:59', special],
      ['2026-11-23 06:00', base],
    ],
  ],
  [
    'Thursday 18:00–00:00',
    rule({ weekdays: [4], hours: hours('18:00', '00:00') }),
    [
      ['2026-12-31 18:00', special],
      ['2026-12-31 23:59', special],
      ['2027-01-01 00:00', base],
      ['2026-12-31 00:00', base],
    ],
  ],
  [
    'Thursday from 10:00 for 24 hours',
    rule({ weekdays: [4], hours: hours('10:00', '10:00') }),
    [
      ['2026-12-31 09:59', base],
      ['2026-12-31 10:00', special],
      ['2027-01-01 09:59', special],
      ['2027-01-01 10:00', base],
    ],
  ],
  [
    'Wednesday 06:00–10:00',
    rule({ weekdays: [3], hours: hours('06:00', '10:00') }),
    [
      ['2026-11-25 05:59', base],
      ['2026-11-25 06:00', special],
      ['2026-11-25 10:00', base],
      ['2026-11-26 06:00', base],
    ],
  ],
  [
    'Wednesday, the whole day',
    rule({ weekdays: [3] }),
    [
      ['2026-11-25 00:00', special],
      ['2026-11-25 23:59', special],
      ['2026-11-26 00:00', base],
    ],
  ],
  [
    'every night 22:00–02:00',
    rule({ hours: hours('22:00', '02:00') }),
    [
      ['2026-11-25 01:59', special],
      ['2026-11-25 02:00', base],
      ['2026-11-25 22:00', special],
    ],
  ],
])('charges %s by the day on which its hours start', (_, one, starts) => {
  expect(starts.map(([at]) => [at, visitPrice([one], at)])).toEqual(starts);
});

it('charges by the last rule that matches [P-6.16]', () => {
  const night = rule({ weekdays: [3], hours: hours('22:00', '02:00') });
  const thursday = rule({ weekdays: [4], price: 1_200 });
  expect(visitPrice([night, thursday], '2026-11-26 00:30')).toBe(1_200);
  expect(visitPrice([thursday, night], '2026-11-26 00:30')).toBe(special);
  expect(visitPrice([night, rule({ resourceId: 'court', price: 900 })], '2026-11-26 00:30')).toBe(special);
  expect(visitPrice([night, rule({ resourceId: 'court', price: 900 })], '2026-11-26 00:30', 'court')).toBe(
    900,
  );
});

// 27 November 2026 is a Friday.
it.each<[string, number, string, PriceRule[], number]>([
  ['two hours cost twice', 120, '17:00', [], 2_000_00],
  ['half an hour costs half', 30, '17:00', [], 500_00],
  [
    'an evening price from 6 holds for its hour',
    120,
    '17:00',
    [rule({ hours: hours('18:00', '23:00') })],
    1_015_00,
  ],
  ['a quarter of each of two hours', 30, '17:45', [rule({ hours: hours('18:00', '23:00') })], 254_00],
  [
    'the last rule that matches a minute wins, also a cheaper one',
    120,
    '17:00',
    [
      rule({ hours: hours('16:00', '20:00'), price: 1_200_00 }),
      rule({ hours: hours('17:30', '18:30'), price: 600_00 }),
    ],
    1_800_00,
  ],
  [
    'a night belongs to the day on which it starts',
    120,
    '23:00',
    [rule({ weekdays: [5], hours: hours('22:00', '02:00'), price: 3_000_00 })],
    6_000_00,
  ],
  ['another day begins at midnight', 120, '23:00', [rule({ weekdays: [6], price: 3_000_00 })], 4_000_00],
  ['rounded to a rupee', 25, '17:00', [], 417_00],
])('per hour %s [P-6.71]', (_which, duration, time, priceRules, price) => {
  const service = { price: 1_000_00, pricedPer: 'hour', priceRules } as const;
  expect(computePrice(service, { resourceId: null, date: '2026-11-27', time, duration })).toBe(price);
});

it('has no price per hour where no minute has one [P-6.71]', () => {
  const at = { resourceId: null, date: '2026-11-27', time: '10:00', duration: 60 };
  const evening = [rule({ hours: hours('18:00', '23:00') })];
  expect(computePrice({ price: null, pricedPer: 'hour', priceRules: evening }, at)).toBeNull();
});
