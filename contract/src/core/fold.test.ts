import { expect, it } from 'vitest';
import { foundAlike, foundApart, oneName } from './cases/fold-cases.ts';
import { foldName, foldText, searchWords, soundAlike } from './fold.ts';

it.each(oneName)('takes %j for one person [P-7.3]', (first, ...others) => {
  expect(others.map(foldName)).toEqual(others.map(() => foldName(first ?? '')));
  expect(others.filter((other) => !soundAlike(first ?? '', other))).toEqual([]);
});

it.each(foundAlike)('finds %j by each other, and keeps them apart [P-7.4]', (...names) => {
  const finds = (search: string, name: string) =>
    searchWords(search).every((word) => foldText(name).includes(word));
  for (const name of names) {
    expect(names.filter((other) => !soundAlike(name, other))).toEqual([]);
    // Checks that a name with initials together also finds one with separate initials.
    expect(names.filter((other) => !finds(name, other))).toEqual([]);
  }
  expect(new Set(names.map(foldName)).size).toBeGreaterThan(1);
});

it.each(foundApart)('tells %j apart [P-7.3]', (...names) => {
  expect(new Set(names.map(foldName)).size).toBe(names.length);
  for (const [place, name] of names.entries())
    expect(names.filter((other, at) => at !== place && soundAlike(name, other))).toEqual([]);
});

it('folds at most 360 characters of a name', () => {
  expect(foldName('\uFDFA'.repeat(120))).toHaveLength(360);
});

it.each([
  ['Dr. Meera', ['meera']],
  ['dr', ['dr']],
  ['Mrs', ['mrs']],
  ['Prof. Dr. Rao', ['rao']],
  ['baby of meera', ['baby', 'of', 'meera']],
  ['meera@people.example', ['meera@people', 'example']],
  ['booking_1763', ['booking_1763']],
  ['50%', ['50%']],
  ['...', ['...']],
  ['', ['']],
])('looks for %j by %j [P-7.4]', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});
