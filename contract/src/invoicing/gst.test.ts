import { describe, expect, it } from 'vitest';
import { checkCharacter, dividePart, dividePrice, Gstin, getState } from './gst.ts';

describe('a GSTIN [P-9.50]', () => {
  const known = ['27AAPFU0939F1ZV', '29AABCT1332L1ZT', '07AAGFF2194N1Z1'].map(
    (text) => text.slice(0, 14) + checkCharacter(text.slice(0, 14)),
  );

  it('is accepted in small letters and with spaces around it', () => {
    expect(Gstin.parse(' 27aapfu0939f1zv ')).toBe('27AAPFU0939F1ZV');
    for (const gstin of known) expect(Gstin.safeParse(gstin).success).toBe(true);
  });

  it('is refused with any one character changed, and with two neighbours swapped', () => {
    for (const gstin of known)
      for (let at = 0; at < 15; at += 1) {
        for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
          const changed = gstin.slice(0, at) + other + gstin.slice(at + 1);
          expect([changed, Gstin.safeParse(changed).success]).toEqual([changed, other === gstin[at]]);
        }
        const [one = '', two = ''] = [gstin[at], gstin[at + 1] ?? gstin[at]];
        const swapped = gstin.slice(0, at) + two + one + gstin.slice(at + 2);
        if (at < 14 && one !== two) expect(Gstin.safeParse(swapped).success).toBe(false);
      }
  });

  it.each([
    '',
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVV',
    '99AAPFU0939F1ZV',
    '27AAPFU0939F1YV',
    '२७AAPFU0939F1ZV',
  ])('%j is none', (text) => {
    expect(Gstin.safeParse(text).error?.issues[0]?.message).toBe(
      'Please check the GSTIN: it has 15 characters, and one of them is wrong',
    );
  });

  it.each([
    ['an office that deducts tax', '09ALDN00287A1D'],
    ['an office with a PAN that deducts tax', '19AAACI1681G1D'],
    ['a department', '27AAAGM0289C1K'],
    ['an operator that collects tax', '29AABCF8078M1C'],
    ['a body of the UN', '0717UNO00157UN'],
    ['an embassy', '0717USA00029ON'],
    ['a person who is not resident', '0718USA00009NR'],
    ['a supplier of online services from abroad', '9917SGP29001OS'],
    ['a further registration, with 1 instead of Z', '27AAPFU0939F11'],
    ['a further registration, with J instead of Z', '27AAPFU0939F1J'],
  ])('of %s is accepted with its check character alone [P-9.96]', (_whose, text) => {
    const right = checkCharacter(text);
    for (const last of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      expect([last, Gstin.safeParse(text + last).success]).toEqual([last, last === right]);
  });

  it.each(['99AAPFU0939F1Z', '4217UNO00157UN', '27AAPFU0939F1X', '0717SGP29001OS', '0717UNO00157XN'])(
    'of no published form, %s, is refused [P-9.96]',
    (text) => {
      expect(Gstin.safeParse(text + checkCharacter(text)).success).toBe(false);
    },
  );

  it.each([
    'GSTIN: 27AAPFU0939F1ZV',
    'GSTIN/UIN - 27 AAPFU 0939F 1ZV',
    'gst no. 27aapfu0939f1zv\n',
    '\u200B27AAPFU\u00A00939F\u00AD1Z\u200EV\uFEFF',
  ])('is accepted as it is pasted: %j [P-9.96]', (text) => {
    expect(Gstin.parse(text)).toBe('27AAPFU0939F1ZV');
  });

  it('names the state of its business', () => {
    expect(getState('27AAPFU0939F1ZV')).toBe('Maharashtra (27)');
    expect(getState('36AAPFU0939F1ZW')).toBe('Telangana (36)');
    expect(getState('9917SGP29001OST')).toBe('Outside India (99)');
  });
});

describe('a price with tax [P-9.43]', () => {
  it.each([
    [500_00, 1800, { taxable: 423_72, cgst: 38_14, sgst: 38_14 }],
    [1800_00, 1800, { taxable: 1525_42, cgst: 137_29, sgst: 137_29 }],
    [1050_00, 500, { taxable: 1000_00, cgst: 25_00, sgst: 25_00 }],
    [1, 1800, { taxable: 1, cgst: 0, sgst: 0 }],
    [700_00, 0, { taxable: 700_00, cgst: 0, sgst: 0 }],
  ])('of %i paise at %i hundredths of a percent is divided', (paise, rate, divided) => {
    expect(dividePrice(paise, rate)).toEqual(divided);
  });

  it('is the sum of its parts to the paisa, with equal halves each within half a paisa of its share', () => {
    for (const rate of [25, 300, 500, 1200, 1800, 2800])
      for (let paise = 1; paise < 5_000; paise += 7) {
        const { taxable, cgst, sgst } = dividePrice(paise, rate);
        expect([taxable + cgst + sgst, cgst]).toEqual([paise, sgst]);
        expect(Math.abs(cgst - (paise * rate) / (2 * (10_000 + rate)))).toBeLessThanOrEqual(0.5);
      }
  });
});

describe('parts of a price with tax [P-9.95]', () => {
  const divideParts = (price: number, rate: number, parts: readonly number[]) => {
    const earlier = { total: 0, cgst: 0 };
    return parts.map((paise) => {
      const part = dividePart(paise, rate, { price, earlier });
      earlier.total += paise;
      earlier.cgst += part.cgst;
      return part;
    });
  };

  it('have together its taxable value and its taxes', () => {
    const parts = divideParts(500_00, 1800, [100_00, 100_00, 100_00, 100_00, 100_00]);
    expect(parts.map(({ cgst }) => cgst)).toEqual([7_63, 7_62, 7_63, 7_63, 7_63]);
    expect(parts.map(({ taxable }) => taxable)).toEqual([84_74, 84_76, 84_74, 84_74, 84_74]);
  });

  it('are each within a paisa of their own share, with equal halves, none below zero', () => {
    for (const rate of [0, 500, 1800, 2800])
      for (const size of [2, 3, 7, 50, 101, 499_99])
        for (const last of [1, 2, 3, 700]) {
          const price = 40 * size + last;
          const parts = divideParts(price, rate, [...Array.from({ length: 40 }, () => size), last]);
          const sum = (name: 'taxable' | 'cgst' | 'sgst') => parts.reduce((all, part) => all + part[name], 0);
          const whole = { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst') };
          expect([price, rate, whole]).toEqual([price, rate, dividePrice(price, rate)]);
          for (const { taxable, cgst, sgst } of parts) {
            const own = dividePrice(taxable + cgst + sgst, rate).cgst;
            expect([cgst, Math.abs(cgst - own) <= 1, cgst >= 0, taxable >= 0]).toEqual([
              sgst,
              true,
              true,
              true,
            ]);
          }
        }
  });
});
