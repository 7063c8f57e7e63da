import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
