import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { expect, it } from 'vitest';

const privacy = readFileSync(
  join(import.meta.dirname, '..', 'landing', 'privacy-policy.html'),
  'utf8',
).replaceAll(/\s+/g, ' ');

it.each(['September 9, 2025', 'up to 30 days', 'under 13'])(
  'says %s in the privacy policy [P-3.3]',
  (words) => {
    expect(privacy).toContain(words);
  },
);

// A new fact about a patient does not compile until its word is here.
const words: Record<keyof PersonFacts, string> = { born: 'age', sex: 'sex', guardian: 'parent or guardian' };

it.each(Object.entries(words))('names the fact %s in the privacy policy as %s [P-3.3]', (_, word) => {
  expect(/Bookings: [^.]*/.exec(privacy)?.[0]).toMatch(new RegExp(String.raw`\b${word}\b`));
});
