import { expect, it } from 'vitest';
import { formatAgeAndSex, formatBirth, isBirth, parseBirth } from './age.ts';

const today = '2026-11-26';

it.each([
  ['34', '1992'],
  [' 0 ', '2026'],
  ['1992', '1992'],
  ['14/3/1992', '1992-03-14'],
  ['05-12-2001', '2001-12-05'],
  ['1992-03-14', '1992-03-14'],
  ['26.11.2026', '2026-11-26'],
  ['121', null],
  ['1900', null],
  ['27/11/2026', null],
  ['30/2/2001', null],
  ['forty', null],
  ['', null],
])('reads %j as %j: an age gives a year and no day [P-7.35]', (typed, born) => {
  expect(parseBirth(typed, today)).toBe(born);
});

it.each([
  ['1992', 'female', '34 F'],
  ['1992-11-26', 'male', '34 M'],
  ['1992-11-27', 'male', '33 M'],
  ['2026-03-27', 'other', '7 mo O'],
  ['2024-11-26', null, '2'],
  [null, 'female', 'F'],
  [null, null, undefined],
] as const)('of %j and %j says %j [P-7.36]', (born, sex, text) => {
  expect(formatAgeAndSex({ born, sex }, today)).toBe(text);
});

it('writes a birth as it is typed, and takes none that is not one', () => {
  expect([formatBirth('1992'), formatBirth('1992-03-04')]).toEqual(['1992', '4/3/1992']);
  expect(['1992', '2026-11-26', '2027', '1992-13-01', '92'].map((text) => isBirth(text, today))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
