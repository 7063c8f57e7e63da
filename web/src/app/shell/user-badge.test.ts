import { expect, it } from 'vitest';
import { getInitial } from './user-badge.tsx';

it.each([
  ['Dr. Meera Rao', 'M'],
  ['dr meera rao', 'M'],
  ['Drishti Shah', 'D'],
  ['Smt. Lakshmi', 'L'],
  ['मीरा', 'म'],
  ['  ', '?'],
])('of %s shows %s [P-16.15, P-16.46]', (name, initial) => {
  expect(getInitial(name)).toBe(initial);
});
