import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageTexts } from '../../e2e/copy-coverage/message-texts.ts';
import { missingTexts } from '../../e2e/copy-coverage/missing-texts.ts';
import { screenTexts } from '../../e2e/copy-coverage/screen-texts.ts';

// The check itself runs after the journeys, as a reporter of Playwright. This file tests the parts
// that need no browser.

const root = join(import.meta.dirname, '..', '..');

it('names each text that was neither seen as a whole nor is a literal of the unit test that the list names [P-16.19]', () => {
  const list = {
    Sign: [
      'All',
      'Welcome, {name}',
      { text: 'JWT has expired', unit: 'a.test.ts' },
      { text: 'Gone', unit: 'a.test.ts' },
    ],
  };
  const source = () => "toBe('JWT has expired')";
  expect(missingTexts(list, 'All\nWelcome, Asha', source)).toEqual(['Sign: Gone (not in a.test.ts either)']);
  expect(missingTexts(list, 'All 12\nAllergy\nWelcome, \nGone', source)).toEqual([
    'Sign: All',
    'Sign: Welcome, {name}',
  ]);
  // Ignores a part of a longer literal, which is another text.
  expect(missingTexts(list, 'All\nWelcome, Asha\nGone', () => "toBe('JWT has expired now')")).toEqual([
    'Sign: JWT has expired (not in a.test.ts either)',
  ]);
});

it('names unit tests that exist and contain their text [P-16.19]', () => {
  const all = Object.entries({ ...screenTexts, ...messageTexts });
  const named = Object.fromEntries(
    all.map(([part, texts]) => [part, texts.filter((entry) => typeof entry !== 'string')]),
  );
  expect(Object.values(named).flat().length).toBeGreaterThan(20);
  expect(missingTexts(named, '', (path) => readFileSync(join(root, path), 'utf8'))).toEqual([]);
});
