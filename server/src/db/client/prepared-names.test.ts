import { expect, test } from 'vitest';
import { PreparedNames } from './prepared-names.ts';

test('a text keeps its name, and different texts have different names', () => {
  const names = new PreparedNames();
  const first = names.of('select $1::int as first');
  expect(names.of('select $1::int as second')).not.toBe(first);
  expect(names.of('select $1::int as first')).toBe(first);
});

test('the number of names is limited: after the limit all texts get new, unused names', () => {
  const names = new PreparedNames();
  const given = Array.from({ length: 2_000 }, (_, index) => names.of(`select $1::int as column_${index}`));
  expect(new Set(given).size).toBe(2_000);
  const last = names.of('select $1::int as column_1999');
  expect(last).toBe(given.at(-1));
});

test('once one went bad, every text gets a new name, once for all that report it', () => {
  const names = new PreparedNames();
  const [bad, other] = [names.of('select 1'), names.of('select 2')];
  names.forget(bad);
  const renewed = names.of('select 1');
  expect(renewed).not.toBe(bad);
  expect(names.of('select 2')).not.toBe(other);
  names.forget(other);
  expect(names.of('select 1')).toBe(renewed);
});
