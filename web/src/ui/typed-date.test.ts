import { expect, it } from 'vitest';
import { parseTypedDate } from './typed-date.ts';

it.each([
  ['2026-11-21', '2026-11-21'],
  ['21 Nov 2026', '2026-11-21'],
  ['1 november 2026', '2026-11-01'],
  ['21/11/2026', '2026-11-21'],
  ['5-6-26', '2026-06-05'],
  ['21.11.2026', '2026-11-21'],
  ['30 Feb 2026', null],
  ['11/21/2026', null],
  ['21 Nov', null],
  ['soon', null],
  ['', null],
])('%s is %s', (text, date) => {
  expect(parseTypedDate(text)).toBe(date);
});
