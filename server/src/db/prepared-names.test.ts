import { expect, test } from 'vitest';
import { PreparedNames } from './prepared-names.ts';

test('a text has one name, another text another, and the texts beyond the most have none', () => {
  const names = new PreparedNames();
  const first = names.of('select $1::int as first');
  expect(names.of('select $1::int as second')).not.toBe(first);
  expect(names.of('select $1::int as first')).toBe(first);
  const more = Array.from({ length: 700 }, (_, index) => names.of(`select $1::int as column_${index}`));
  expect(new Set(more.filter((name) => name !== undefined)).size).toBe(598);
  expect(more.at(-1)).toBeUndefined();
  expect(names.of('select $1::int as first')).toBe(first);
});

test('a pool begins with names of its own', () => {
  expect(new PreparedNames().of('select 1')).toBe(new PreparedNames().of('select 2'));
});
