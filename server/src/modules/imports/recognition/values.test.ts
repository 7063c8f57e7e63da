import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readBirth, readSex } from './facts.ts';
import { getOrders, readAmount, readContacts, readDay, readTimes } from './values.ts';
import { isSum, readMethod, readMinutes, readStatus } from './words.ts';

const today = '2026-11-29';
const mobile = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.stringMatching(/^[0-9]{9}$/))
  .map((each) => each.join(''));

describe('a telephone number of a cell', () => {
  it('is the same with the country, zeros, gaps and in other digits [P-15.55]', () => {
    const written = fc.tuple(
      mobile,
      fc.constantFrom('', '+91', '+91 ', '91', '0', '0091 ', '+91-', '(+91) '),
      fc.constantFrom('', ' ', '-', '\u00a0'),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(written, ([number, before, gap, at]) => {
        const text = `${before}${number.slice(0, at)}${gap}${number.slice(at)}`;
        expect(readContacts(text)).toEqual([`+91${number}`]);
        expect(readContacts(text.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? ''))).toEqual([
          `+91${number}`,
        ]);
      }),
    );
  });

  it('may be one of two [P-15.55]', () => {
    fc.assert(
      fc.property(
        mobile,
        mobile,
        fc.constantFrom(' / ', ', ', ' ', ';', ' or ', ' & '),
        (one, other, between) => {
          expect(readContacts(one + between + other)).toEqual([...new Set([`+91${one}`, `+91${other}`])]);
        },
      ),
    );
  });

  test.each([
    ['9.820011111E+09', ['+919820011111']],
    ['9.82E9', 'lost'],
    ['9.87654E+09', 'lost'],
    ['9820011111.0', ['+919820011111']],
    ['02167 220 123', ['+912167220123']],
    ['+44 20 7946 0958', ['+442079460958']],
    ['220123', ['220123']],
    ['98200 11111 (wife)', ['+919820011111']],
    ['ask Ravi', undefined],
    ['12', undefined],
  ])('%j is %j [P-15.55]', (cell, numbers) => {
    expect(readContacts(cell)).toEqual(numbers);
  });
});

describe('a day', () => {
  test.each([
    ['3/4/26', '2026-04-03'],
    ['03-04-2026', '2026-04-03'],
    ['३/४/२०२६', '2026-04-03'],
    ['3.4.2026', '2026-04-03'],
    ['3 Apr 2026', '2026-04-03'],
    ['Fri, 3rd April 2026', '2026-04-03'],
    ['April 3, 2026', '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    ['2026-04-03 14:30', '2026-04-03'],
    ['3/4/2026 2:30 pm', '2026-04-03'],
    ['3 Apr 2026, 2:30 pm', '2026-04-03'],
    ['31/2/2026', undefined],
    ['3/4', undefined],
    ['4/13/2026', undefined],
  ])('%j is %s [P-15.56]', (cell, date) => {
    expect(readDay(cell, 'day')?.date).toBe(date);
  });

  it('with the month first is read so on request alone [P-15.56]', () => {
    expect(readDay('4/13/2026', 'month')?.date).toBe('2026-04-13');
    expect(['3/4/26', '13/4/26', '4/13/26', '4/4/26', '3 Apr 26'].map(getOrders)).toEqual([
      ['day', 'month'],
      ['day'],
      ['month'],
      [],
      [],
    ]);
  });

  it('is read as it was written, whichever part stands first', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.'), (at, sign) => {
        const [year, month, date] = at.toISOString().slice(0, 10).split('-');
        expect(readDay([date, month, year].join(sign), 'day')?.date).toBe(`${year}-${month}-${date}`);
        expect(readDay([month, date, year].join(sign), 'month')?.date).toBe(`${year}-${month}-${date}`);
      }),
    );
  });
});

test.each([
  ['10:30', { time: '10:30' }],
  ['10.30 am', { time: '10:30' }],
  ['6 PM', { time: '18:00' }],
  ['12 am', { time: '00:00' }],
  ['12:15 p.m.', { time: '12:15' }],
  ['18:00:00', { time: '18:00' }],
  ['1830', { time: '18:30' }],
  ['6-7 pm', { time: '18:00', end: '19:00' }],
  ['11-1 pm', { time: '11:00', end: '13:00' }],
  ['18:00 - 19:30', { time: '18:00', end: '19:30' }],
  ['6:00 am to 7:00 am', { time: '06:00', end: '07:00' }],
  ['11 pm – 12 am', { time: '23:00', end: '00:00' }],
  ['6', undefined],
  ['25:00', undefined],
  ['13 pm', undefined],
  ['evening', undefined],
])('the time %j is %j [P-15.57]', (cell, times) => {
  expect(readTimes(cell)).toEqual(times);
});

test.each([
  ['34', '1992'],
  ['34 yrs', '1992'],
  ['34.0', '1992'],
  ['thirty four', '1992'],
  ['Thirty-four years', '1992'],
  ['34 साल', '1992'],
  ['बीस वर्ष', '2006'],
  ['8 mahine', '2026-03'],
  ['8 महीने', '2026-03'],
  ['1.5', '2025-05'],
  ['2 saal 6 mahine', '2024-05'],
  ['1992', '1992'],
  ['14/3/1992', '1992-03-14'],
  ['14/3/92', '1992-03-14'],
  ['1992-03-14 00:00', '1992-03-14'],
  ['33677', '1992-03-14'],
  ['134', undefined],
  ['old', undefined],
  ['14/3/2027', undefined],
])('the age or birth %j is %s [P-15.58]', (cell, born) => {
  expect(readBirth(cell, 'day', today)?.born).toBe(born);
});

test('a birth may have the month first, and an age a sex behind it [P-15.58]', () => {
  expect(readBirth('3/14/1992', 'month', today)).toEqual({ born: '1992-03-14' });
  expect(
    ['34/F', '34 yrs / Male', '34 F', '6 M', '34 x'].map((cell) => readBirth(cell, 'day', today)),
  ).toEqual([
    { born: '1992', sex: 'female' },
    { born: '1992', sex: 'male' },
    { born: '1992', sex: 'female' },
    undefined,
    undefined,
  ]);
});

test.each([
  [
    'female',
    ['F', 'f.', 'FEMALE', 'Femal', 'woman', 'महिला', 'स्त्री', 'பெண்', 'స్త్రీ', 'ಮಹಿಳೆ', 'સ્ત્રી', 'মহিলা', 'ਔਰਤ'],
  ],
  ['male', ['M', 'Male', 'mail', 'पुरुष', 'ஆண்', 'పురుషుడు', 'ಪುರುಷ', 'પુરુષ', 'পুরুষ', 'ਮਰਦ', 'പുരുഷൻ']],
  ['other', ['Other', 'Transgender', 'अन्य']],
  [null, ['Unknown', 'not specified']],
  [undefined, ['yes', '34', 'F/M']],
])('a sex is %s in any spelling [P-15.58]', (sex, cells) => {
  expect(cells.map((cell) => readSex(cell))).toEqual(cells.map(() => sex));
});

test.each([
  ['₹1,200', 120_000],
  ['1200', 120_000],
  ['1,00,000.50', 10_000_050],
  ['100,000', 10_000_000],
  ['Rs. 500/-', 50_000],
  ['499.99999', 49_999],
  ['free', 0],
  ['0', 0],
  ['', null],
  ['five hundred', Number.NaN],
  ['500+200', Number.NaN],
])('the amount %j is %d paise [P-15.57]', (cell, paise) => {
  expect(readAmount(cell)).toBe(paise);
});

test('lengths, statuses and methods are read in the words of other products [P-15.57]', () => {
  expect(['45', '45 min', '1 hr', '1.5 hours', '1:30', 'long'].map(readMinutes)).toEqual([
    45,
    45,
    60,
    90,
    90,
    Number.NaN,
  ]);
  expect(['Confirmed', 'CHECKED OUT', 'no-show', 'Canceled', 'रद्द', 'maybe'].map(readStatus)).toEqual([
    'scheduled',
    'completed',
    'no_show',
    'cancelled',
    'cancelled',
    undefined,
  ]);
  expect(['gpay', 'नकद', 'HDFC card'].map(readMethod)).toEqual(['UPI', 'Cash', 'Card']);
});

test('a line that sums up others is known by its first value [P-15.51]', () => {
  const lines = [
    ['Total', '12'],
    ['', 'Grand Total:', '500'],
    ['कुल', '12'],
    ['Total 12'],
    ['Totala Devi', '98200 11111'],
  ];
  expect(lines.map(isSum)).toEqual([true, true, true, true, false]);
});
