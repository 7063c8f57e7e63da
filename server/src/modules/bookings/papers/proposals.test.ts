import { expect, it } from 'vitest';
import { lastCreditDay } from './proposals.ts';

it.each([
  ['2026-11-21', '2026-11-21', '2027-11-30'],
  ['2027-03-31', '2027-04-01', '2027-11-30'],
  ['2027-04-01', '2027-04-01', '2028-11-30'],
])(
  'lets credit notes lower the invoice of a visit of %s, dated %s, until %s [P-9.45]',
  (visit, dated, last) => {
    expect(lastCreditDay({ dated }, visit, '11-30')).toBe(last);
  },
);
