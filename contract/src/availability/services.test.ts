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
const priceAt = (rules: PriceRule[], at: string, resourceId: string | null = null) =>
  computePrice({ price: base, priceRules: rules }, { resourceId, date: at.slice(0, 10), time: at.slice(11) });

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
  expect(starts.map(([at]) => [at, priceAt([one], at)])).toEqual(starts);
});

it('charges by the last rule that matches [P-6.16]', () => {
  const night = rule({ weekdays: [3], hours: hours('22:00', '02:00') });
  const thursday = rule({ weekdays: [4], price: 1_200 });
  expect(priceAt([night, thursday], '2026-11-26 00:30')).toBe(1_200);
  expect(priceAt([thursday, night], '2026-11-26 00:30')).toBe(special);
  expect(priceAt([night, rule({ resourceId: 'court', price: 900 })], '2026-11-26 00:30')).toBe(special);
  expect(priceAt([night, rule({ resourceId: 'court', price: 900 })], '2026-11-26 00:30', 'court')).toBe(900);
});
