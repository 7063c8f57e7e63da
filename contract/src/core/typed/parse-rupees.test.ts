import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatRupees, Paise } from '../money.ts';
import { parseRupees } from './parse-rupees.ts';

/** The ten digits of each script of India's languages, and of keyboards that write them wide. */
const zeros = '०০੦૦୦௦౦೦൦٠۰꯰᱐᱀᥆０';

describe('a typed amount', () => {
  it.each([
    ['500', 50_000],
    ['  500 ', 50_000],
    ['0', 0],
    ['007', 700],
    ['1500.5', 150_050],
    ['19.99', 1999],
    ['0.29', 29],
    ['1,500', 150_000],
    ['12,34,567.50', 123_456_750],
    ['1,00,00,000', 1_000_000_000],
    ['₹500', 50_000],
    ['₹ 1,500', 150_000],
    ['Rs 500', 50_000],
    ['Rs. 500', 50_000],
    ['Rs.500', 50_000],
    ['rs500', 50_000],
    ['₨ 500', 50_000],
    ['INR 1,00,000', 10_000_000],
    ['500 INR', 50_000],
    ['500 rs.', 50_000],
    ['500₹', 50_000],
    ['500/-', 50_000],
    ['Rs. 1,500/-', 150_000],
    ['Rs. 1,500.00 /-', 150_000],
    ['५००', 50_000],
    ['₹१,२३,४५६.७५', 12_345_675],
    ['\u200e₹\u00a0500\u200b', 50_000],
  ])('%j is %i paise [P-5.29]', (text, paise) => {
    expect(parseRupees(text)).toBe(paise);
  });

  it.each(
    [
      ['₹', 'Rs.', '/-', '.', ','],
      ['Rs.1500 + 200', '2x500', '2*500', '500-700', '500 700', '1 500', '500, 700', '500/2', '10%'],
      ['-500', '+500', '−500', '(500)', '500-', '₹-500', '500/--'],
      ['1.5k', '2 lakh', '1e3', '0x10', 'five', '500 only', '$500', '500 USD', '₹500 Rs', 'Rs Rs 500'],
      ['15,00', '100,000', '1,0000', '1,,500', ',500', '1,500,', '0,500', '1,50,00', '1.500,00'],
      ['1500.555', '500.', '.50', 'Rs .50', 'Rs..50', '500.00.00', '1,500.5,0'],
      ['5²', '½', '①', 'Ⅴ', '五', 'NaN', 'Infinity', '500\n700', '5\u200b0０ 0'],
    ].flat(),
  )('%j is none', (text) => {
    expect(Paise.safeParse(parseRupees(text)).success).toBe(false);
  });

  it.each(['', ' ', '\u200b'])('%j is not there', (text) => {
    expect(parseRupees(text)).toBeNull();
  });

  it.each(Array.from(zeros))('is read in the script of %s [P-5.29]', (zero) => {
    const first = zero.codePointAt(0) ?? 0;
    const written = (digits: string) =>
      digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
    expect(parseRupees(written('1,23,456.78'))).toBe(12_345_678);
    expect(parseRupees(written('90'))).toBe(9000);
  });

  it('is what was formatted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => {
        expect([formatRupees(paise), formatAmount(paise)].map(parseRupees)).toEqual([paise, paise]);
      }),
    );
  });

  it('is one amount and nothing else: two, or one with a word or a sign, are refused [P-5.29]', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 }).map(formatRupees);
    const between = fc.constantFrom(
      ' ',
      ' + ',
      '+',
      '-',
      ' - ',
      'x',
      '*',
      '/',
      ', ',
      '=',
      ' or ',
      '/-',
      '\n',
    );
    const stray = fc.constantFrom('-', '+', '~', 'x', 'e5', 'k', ' only', '$', '%', '(', '=', '.', ',', '²');
    const none = fc.oneof(
      fc.tuple(amount, between, amount),
      fc.tuple(amount, stray),
      fc.tuple(stray, amount),
    );
    fc.assert(fc.property(none, (parts) => Number.isNaN(parseRupees(parts.join('')))));
  });

  it('is refused above one crore, however long', () => {
    for (const text of ['1,00,00,000.01', '9'.repeat(25), '9'.repeat(400)])
      expect(Paise.safeParse(parseRupees(text)).success).toBe(false);
  });
});
