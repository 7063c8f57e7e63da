import { expect, test } from 'vitest';
import { preparedName } from './prepared-name.ts';

test('a text has one name, another text another, and the texts beyond the most have none', () => {
  const first = preparedName('select $1::int as first');
  expect(preparedName('select $1::int as second')).not.toBe(first);
  expect(preparedName('select $1::int as first')).toBe(first);
  const names = Array.from({ length: 400 }, (_, index) => preparedName(`select $1::int as column_${index}`));
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(298);
  expect(names.at(-1)).toBeUndefined();
  expect(preparedName('select $1::int as first')).toBe(first);
});
