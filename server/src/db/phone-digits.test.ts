import { expect, it } from 'vitest';
import { phoneDigits, runsPattern } from './phone-digits.ts';

it.each([
  ['98765 43210', '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['(020) 2567 1234', '2025671234'],
  ['919876', '919876'],
  ['9187654321', '9187654321'],
  ['43210', undefined],
  ['1763786400123', undefined],
  ['booking_1763786', undefined],
  ['Ravi 98765 43210', undefined],
  ['', undefined],
])('reads %s', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});

it.each([
  ['98200 11223', '%98200%11223%'],
  ['+91 98200-11223', '%%91%98200%11223%'],
  ['9820011223', '%9820011223%'],
  ['98 20 01 12 23', undefined],
])('searches for the runs of %s', (text, pattern) => {
  expect(runsPattern(text)).toBe(pattern);
});
