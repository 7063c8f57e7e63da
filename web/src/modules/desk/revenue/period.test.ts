import { describe, expect, it } from 'vitest';
import { shareText, shortRupees } from '../amount-text.ts';
import { partBars, partName } from './part-bars.ts';
import { isIncomplete, resolveRange } from './period.ts';
import { shortReference } from './transaction-columns.tsx';

const today = '2026-11-21';

describe('a period [P-10.8]', () => {
  it.each([
    [{ name: 'daily' }, today, today],
    [{ name: 'weekly' }, '2026-11-15', today],
    [{ name: 'monthly' }, '2026-10-23', today],
    [{ name: 'custom', from: '2026-11-01', to: '2026-11-05' }, '2026-11-01', '2026-11-05'],
    [{ name: 'custom', from: '2026-11-05', to: '2026-11-01' }, '2026-11-05', '2026-11-05'],
    [{ name: 'custom', from: '2026-11-05' }, today, today],
    [{ name: 'custom' }, today, today],
    [{ name: 'weekly', from: '2026-01-01', to: '2026-01-02' }, '2026-11-15', today],
  ] as const)('%o', (period, from, to) => {
    expect(resolveRange(period, today)).toEqual({ from, to });
  });

  it('is incomplete only while a custom one lacks a date', () => {
    expect(isIncomplete({ name: 'custom', to: today })).toBe(true);
    expect(isIncomplete({ name: 'custom', from: today, to: today })).toBe(false);
    expect(isIncomplete({ name: 'monthly' })).toBe(false);
  });
});

it('has a bar for each day, empty without revenue [P-10.15]', () => {
  const parts = [{ from: '2026-11-30', to: '2026-11-30', total: 500, bookings: 1 }];
  expect(partBars({ by: 'day', parts }, { from: '2026-11-29', to: '2026-12-01' })).toEqual([
    { label: '29 Nov', total: 0 },
    { label: '30 Nov', total: 500 },
    { label: '1 Dec', total: 0 },
  ]);
});

it('draws weeks and months from the first with revenue to the last, and names each, cut off ones by their ends', () => {
  const weeks = [
    { from: '2026-02-04', to: '2026-02-08', total: 100, bookings: 1 },
    { from: '2026-02-16', to: '2026-02-22', total: 300, bookings: 1 },
  ];
  expect(partBars({ by: 'week', parts: weeks }, { from: '2026-02-04', to: '2026-12-31' })).toEqual([
    { label: '4 Feb 2026', total: 100 },
    { label: '9 Feb 2026', total: 0 },
    { label: '16 Feb 2026', total: 300 },
  ]);
  const months = [
    { from: '2020-12-01', to: '2020-12-31', total: 100, bookings: 1 },
    { from: '2021-02-01', to: '2021-02-20', total: 300, bookings: 1 },
  ];
  expect(partBars({ by: 'month', parts: months }, { from: '1990-01-01', to: '2021-02-20' })).toEqual([
    { label: 'Dec 2020', total: 100 },
    { label: 'Jan 2021', total: 0 },
    { label: 'Feb 2021', total: 300 },
  ]);
  expect(months.map((part) => partName(part, 'month'))).toEqual(['Dec 2020', '1 Feb 2021 to 20 Feb 2021']);
  expect(partName({ from: '2020-01-01', to: '2020-12-31' }, 'year')).toBe('2020');
  expect(partBars({ by: 'month', parts: [] }, { from: '2021-01-01', to: '2021-02-20' })).toHaveLength(2);
});

it.each([
  [0, '₹0'],
  [99_900, '₹999'],
  [1_250_000, '₹12.5k'],
  [15_000_000, '₹1.5L'],
  [2_000_000_000, '₹2Cr'],
])('writes %i paise on an axis as %s', (paise, text) => {
  expect(shortRupees(paise)).toBe(text);
});

it('shortens a reference to twelve characters [P-10.10]', () => {
  expect(shortReference('booking_1795')).toBe('booking_1795');
  expect(shortReference('booking_1795000000001')).toBe('booking_1795…');
});

it.each([
  [0, 0, '0%'],
  [0, 300, '0%'],
  [100, 300, '33%'],
  [300, 300, '100%'],
  [1, 300, 'under 1%'],
  [299, 300, 'over 99%'],
])('%i of %i is %s [P-10.15]', (amount, sum, text) => {
  expect(shareText(amount, sum)).toBe(text);
});
