import { describe, expect, it } from 'vitest';
import { parseTypedDate } from './typed-date.ts';

/** A Sunday. */
const today = '2026-11-22';

it.each([
  ['2026-11-21', '2026-11-21'],
  ['21 Nov 2026', '2026-11-21'],
  ['1 november 2026', '2026-11-01'],
  ['4 sept 2026', '2026-09-04'],
  ['21/11/2026', '2026-11-21'],
  ['5-6-26', '2026-06-05'],
  ['21.11.2026', '2026-11-21'],
  ['२१/११/२०२६', '2026-11-21'],
  ['૨૧ nov ૨૬', '2026-11-21'],
  ['21st Nov 2026', '2026-11-21'],
  ['Nov 21, 2026', '2026-11-21'],
  ['11/2026', null],
  ['today', '2026-11-22'],
  [' Tomorrow ', '2026-11-23'],
  ['yesterday', '2026-11-21'],
  ['30 Feb 2026', null],
  ['11/21/2026', null],
  ['21 November 2026 noon', null],
  ['4 decoy 2026', null],
  ['4 ma', null],
  ['31/4', null],
  ['12', null],
  ['2026', null],
  ['soon', null],
  ['su', null],
  ['constructor', null],
  ['', null],
])('%s is %s [P-5.27]', (text, date) => {
  expect(parseTypedDate(text, today, 'coming')).toBe(date);
  expect(parseTypedDate(text, today, 'past')).toBe(date);
});

describe.each([
  ['22/11', '2026-11-22', '2026-11-22'],
  ['25/11', '2026-11-25', '2025-11-25'],
  ['२५/११', '2026-11-25', '2025-11-25'],
  ['nov 25', '2026-11-25', '2025-11-25'],
  ['21.11', '2027-11-21', '2026-11-21'],
  ['4 dec', '2026-12-04', '2025-12-04'],
  ['1 january', '2027-01-01', '2026-01-01'],
  ['29 feb', '2028-02-29', '2024-02-29'],
  ['sun', '2026-11-22', '2026-11-22'],
  ['Monday', '2026-11-23', '2026-11-16'],
  ['sat', '2026-11-28', '2026-11-21'],
])('%s', (text, coming, past) => {
  it('is the next such day from today on [P-5.27]', () =>
    expect(parseTypedDate(text, today, 'coming')).toBe(coming));
  it('is the last such day up to today [P-5.27]', () =>
    expect(parseTypedDate(text, today, 'past')).toBe(past));
});
