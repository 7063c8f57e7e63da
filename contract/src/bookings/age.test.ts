import { expect, it } from 'vitest';
import { formatAgeAndSex, formatBirth, isBirth, isMinor, parseBirth } from './age.ts';
import { formatAbout } from './person-facts.ts';

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

it.each([
  [{ born: '2020', sex: 'female', guardian: 'Sunita Patil' }, '6 F · c/o Sunita Patil'],
  [{ born: '2020', sex: null, guardian: null }, '6'],
  [{ born: null, sex: null, guardian: 'Sunita Patil' }, 'c/o Sunita Patil'],
  [{ born: null, sex: null, guardian: null }, undefined],
] as const)('of %j says in short %j [P-7.39]', (facts, text) => {
  expect(formatAbout(facts, today)).toBe(text);
});

it.each([
  ['2008-11-27', true],
  ['2008-11-26', false],
  ['2009', true],
  ['2008', false],
])('of %j says whether it is below 18: %j [P-7.40]', (born, minor) => {
  expect(isMinor(born, today)).toBe(minor);
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
