import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averagePaise, classifyPaymentMethod, formatCount, formatRupees, Paise } from './money.ts';

describe('rupees', () => {
  it.each([
    [0, '₹0'],
    [100, '₹1'],
    [99_900, '₹999'],
    [10_000_000, '₹1,00,000'],
    [123_456_750, '₹12,34,567.50'],
    [9_950, '₹99.50'],
    [1, '₹0.01'],
    [1_000_000_000, '₹1,00,00,000'],
    [-10_000_000, '-₹1,00,000'],
  ])('%i paise read %s [P-9.1]', (paise, text) => {
    expect(formatRupees(paise)).toBe(text);
  });

  it('are counted the Indian way [P-9.1]', () => {
    expect([formatCount(1_234_567), formatCount(999), formatCount(100_000)]).toEqual([
      '12,34,567',
      '999',
      '1,00,000',
    ]);
  });

  it.each([-1, 0.5, 1_000_000_001, Number.NaN, Number.POSITIVE_INFINITY, '100'])(
    'are never %s paise',
    (value) => {
      expect(Paise.safeParse(value).success).toBe(false);
    },
  );
});

describe('the average', () => {
  it.each([
    [0, 0, 0],
    [30_150, 3, 10_100],
    [10_000, 3, 3_300],
    [10_049, 1, 10_000],
    [10_050, 1, 10_100],
    [200, 3, 100],
  ])('of %i paise over %i bookings is %i [P-9.1, P-10.9]', (total, bookings, expected) => {
    expect(averagePaise(total, bookings)).toBe(expected);
  });

  it('is a whole number of rupees, at most half of one away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (total, bookings) => {
          const average = averagePaise(total, bookings);
          return average % 100 === 0 && Math.abs(average - total / bookings) <= 50;
        },
      ),
    );
  });
});

describe('payment methods', () => {
  it.each([
    ['UPI', 'UPI'],
    ['Google Pay UPI', 'UPI'],
    ['Google Pay', 'UPI'],
    ['GPay', 'UPI'],
    ['phone pe', 'UPI'],
    ['credit_card', 'Card'],
    ['RuPay debit', 'Card'],
    ['Net Banking', 'Net Banking'],
    ['netbanking', 'Net Banking'],
    ['NEFT', 'Net Banking'],
    ['Paytm wallet', 'Wallet'],
    ['amazon-pay', 'Wallet'],
    ['CASH', 'Cash'],
    ['Cashfree', 'Online'],
    ['online', 'Online'],
    ['barter', 'Online'],
    ['', 'Online'],
  ])('%j is %s [P-9.2]', (text, expected) => {
    expect(classifyPaymentMethod(text)).toBe(expected);
  });

  it('keep their own class', () => {
    for (const method of ['UPI', 'Card', 'Net Banking', 'Wallet', 'Cash', 'Online'])
      expect(classifyPaymentMethod(method)).toBe(method);
  });
});
