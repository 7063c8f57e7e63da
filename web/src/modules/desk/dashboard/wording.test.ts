import { expect, it } from 'vitest';
import { greetingAt } from './wording.ts';

it.each([
  [0, 'Good morning'],
  [3, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [23, 'Good evening'],
])('at %i o’clock: %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});
