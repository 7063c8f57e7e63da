import { expect, it } from 'vitest';
import { suggest } from './suggest.ts';

const named = ['Dr. Meena Rao', 'Dr. Suresh Iyer', 'Root canal treatment', 'डॉ. आशा पाटिल'].map((name) => ({
  id: name,
  name,
}));

it.each([
  ['meena', 'Dr. Meena Rao'],
  ['RAO MEENA', 'Dr. Meena Rao'],
  ['Dr S Iyer (Ortho)', 'Dr. Suresh Iyer'],
  ['Meena Roa', 'Dr. Meena Rao'],
  ['Root canal', 'Root canal treatment'],
  ['Tretment', 'Root canal treatment'],
  ['आशा', 'डॉ. आशा पाटिल'],
  ['R', undefined],
  ['Cleaning', undefined],
  ['', undefined],
])('takes %s for %s [P-15.87]', (word, name) => {
  expect(suggest(word, named)?.name).toBe(name);
});

it('takes no word for a court because it begins with its letter [P-15.87]', () => {
  expect(suggest('Amit', [{ id: 'a', name: 'Half A' }])).toBeUndefined();
});

it('suggests none of two that are as near [P-15.87]', () => {
  const alike = [...named, { id: 'other', name: 'Dr. Meena Shah' }];
  expect(suggest('Meena', alike)).toBeUndefined();
});
