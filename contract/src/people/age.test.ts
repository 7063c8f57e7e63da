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
  ['३४', '1992'],
  ['৩৪', '1992'],
  ['௩௪ yrs', '1992'],
  ['34 yrs', '1992'],
  ['34yrs.', '1992'],
  ['34 Years', '1992'],
  ['34 y/o', '1992'],
  ['34 years old', '1992'],
  ['1 year', '2025'],
  ['8 months', '2026-03'],
  ['8mths', '2026-03'],
  ['8 mo', '2026-03'],
  ['11 months', '2025-12'],
  ['८ months', '2026-03'],
  ['1 yr 6 months', '2025-05'],
  ['1y6m', '2025-05'],
  ['3 weeks', '2026-11'],
  ['6 wks', '2026-10'],
  ['10 days', '2026-11-16'],
  ['14/3/92', '1992-03-14'],
  ['14-3-92', '1992-03-14'],
  ['14.03.26', '2026-03-14'],
  ['27/11/26', '1926-11-27'],
  ['14 Mar 1992', '1992-03-14'],
  ['14-Mar-92', '1992-03-14'],
  ['14th March 1992', '1992-03-14'],
  ['Mar 14, 1992', '1992-03-14'],
  ['1 sept 2001', '2001-09-01'],
  ['१४/३/१९९२', '1992-03-14'],
  ['૧૪-૩-૯૨', '1992-03-14'],
  ['١٤ Mar ١٩٩٢', '1992-03-14'],
  ['\u200e14/3/1992\u200b', '1992-03-14'],
  ['3/1992', '1992-03'],
  ['March 1992', '1992-03'],
  ['1992-03', null],
  ['12/2026', null],
  ['13/1992', null],
  ['34 m', null],
  ['34 M', null],
  ['34/F', null],
  ['14/3', null],
  ['14 Mar', null],
  ['34 35', null],
  ['-34', null],
  ['30 Feb 1992', null],
  ['14/3/192', null],
  ['121 yrs', null],
  ['121', null],
  ['1900', null],
  ['27/11/2026', null],
  ['30/2/2001', null],
  ['forty', null],
  ['', null],
])('reads %j as %j: an age gives what it tells and no more [P-7.35]', (typed, born) => {
  expect(parseBirth(typed, today)).toBe(born);
});

it.each([
  ['1992', 'female', '34 F'],
  ['1992-11-26', 'male', '34 M'],
  ['1992-11-27', 'male', '33 M'],
  ['2026-03-27', 'other', '7 mo O'],
  ['2024-11-26', null, '2'],
  ['2026-03', 'male', '8 mo M'],
  ['2025-05', null, '18 mo'],
  ['2000-12', 'female', '25 F'],
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
  ['2008-12', true],
  ['2008-11', false],
  ['2008', false],
])('of %j says whether it is below 18: %j [P-7.40]', (born, minor) => {
  expect(isMinor(born, today)).toBe(minor);
});

it('writes a birth as it is typed, and takes none that is not one', () => {
  expect(['1992', '1992-03', '1992-03-04'].map(formatBirth)).toEqual(['1992', '3/1992', '4/3/1992']);
  for (const born of ['1992', '1992-03', '1992-03-04'])
    expect(parseBirth(formatBirth(born), today)).toBe(born);
  expect(
    ['1992', '2026-11-26', '2027', '1992-13-01', '92', '1992-02', '1992-13', '2026-12'].map((text) =>
      isBirth(text, today),
    ),
  ).toEqual([true, true, false, false, false, true, false, false]);
});
