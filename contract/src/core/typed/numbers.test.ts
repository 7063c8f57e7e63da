import { expect, it } from 'vitest';
import { parseWhole } from './numbers.ts';

it.each([
  ['45', 45],
  [' 45 ', 45],
  ['0', 0],
  ['007', 7],
  ['४५', 45],
  ['৪৫', 45],
  ['௪௫', 45],
  ['٤٥', 45],
  ['４５', 45],
  ['\u200e45\u200b', 45],
  ['\u00a045', 45],
  ['1,500', 1500],
  ['10,00,000', 1_000_000],
  ['1,000,000', 1_000_000],
])('reads %j as %i [P-5.73]', (text, number) => {
  expect(parseWhole(text)).toBe(number);
});

it.each(['45 min', '45 mins.', '45 minutes', '45m', '४५ Min', '45minutes'])(
  'reads %j of a field of minutes as 45 [P-5.73]',
  (text) => {
    expect(parseWhole(text, 'minutes')).toBe(45);
    expect(parseWhole(text)).toBeNaN();
    expect(parseWhole(text, 'days')).toBeNaN();
  },
);

it.each(['4.5', '-45', '+45', '4 5', '4,5', '45,', 'forty', '1e3', '0x10', '½', '45%', '45 hours', '1:30'])(
  'reads no number from %j [P-5.73]',
  (text) => {
    expect(parseWhole(text, 'minutes')).toBeNaN();
  },
);

it.each(['', ' ', '\u200b'])('finds nothing typed in %j [P-5.73]', (text) => {
  expect(parseWhole(text)).toBeNull();
});
