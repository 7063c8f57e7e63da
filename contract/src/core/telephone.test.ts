import { describe, expect, it } from 'vitest';
import { contacts, waysToWrite } from './cases/telephone-cases.ts';
import { callAddress, readTelephone, searchedDigits } from './telephone.ts';

it.each(contacts)('reads the number of %j [P-7.5]', (contact, number, rest) => {
  const found = readTelephone(contact);
  expect(found?.number).toBe(number);
  if (found) expect(contact.slice(found.end)).toBe(rest);
});

it.each([
  ['9876543210', 'tel:+919876543210'],
  ['2025671234', 'tel:+912025671234'],
  ['+14155550123', 'tel:+14155550123'],
  ['25671234', 'tel:25671234'],
  ['18001234567', 'tel:18001234567'],
  ['1800425425', 'tel:1800425425'],
])('calls %s at %s [P-7.5]', (number, address) => {
  expect(callAddress(number)).toBe(address);
});

describe('a search by digits', () => {
  it.each(waysToWrite.filter((written) => !/[a-z]/i.test(written)))(
    'finds a whole number by %j [P-5.42]',
    (written) => {
      expect(searchedDigits(written)).toBe('9876543210');
    },
  );

  it.each([
    ['+91 98200', '98200'],
    ['098200', '98200'],
    ['0091 98200', '98200'],
    ['(020) 2567', '202567'],
    ['919876', '919876'],
    ['९८७६५४', '987654'],
    ['+1 415 555 0123', '14155550123'],
    ['+1 415 55', '141555'],
    ['1800 123 4567', '18001234567'],
    ['98765 43210 / 98200 11223', '9876543210'],
    ['43210', undefined],
    ['1763786400123', undefined],
    ['booking_1763786', undefined],
    ['Ravi 98765 43210', undefined],
    ['', undefined],
    ['+', undefined],
    ['(((((((', undefined],
  ])('by %j looks for %s', (search, digits) => {
    expect(searchedDigits(search)).toBe(digits);
  });

  it.each([
    ['982', '982'],
    ['+919', '9'],
    ['98', undefined],
  ])('by %j of at least three digits looks for %s', (search, digits) => {
    expect(searchedDigits(search, 3)).toBe(digits);
  });
});
