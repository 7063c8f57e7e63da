import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const titles = 'dr doctor prof mr mrs ms miss shri shree smt shrimati kum kumari master baby'.split(' ');
const indianTitles = 'श्री श्रीमती सुश्री कुमारी डॉ डॉक्टर திரு திருமதி செல்வி செல்வன் டாக்டர்'.split(' ');
const latin = [
  'Meera',
  'R.K.',
  'D’Souza',
  'Renée',
  'RENÉE',
  'Øyvind',
  'ИВАН',
  'Ελένη',
  'ﬁona',
  'ＭＥＥＲＡ',
  'of',
  'Sri',
  'Srinivas',
  'Drona',
];
const indian = [
  'श्रीनिवास',
  '\u0958मर',
  '\u0915\u093Cमर',
  'ज़ोया',
  'मीरा',
  'திருமலை',
  'கௌரி',
  'கொடி',
  'ജോസഫ്',
  'রোহিত',
];
const given = [...latin, ...indian, ...titles, ...indianTitles];

/** The definition, in another language. */
function foldedIn(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\u00AD|\u200B|\u200C|\u200D|\u2060|\uFEFF/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/[\t-\r ]+/g, ' ')
    .replaceAll(/^ | $/g, '');
  let rest = plain;
  for (;;) {
    const [title = '', between = ''] = /^([^. ]+)([. ]+)(?=[^. ])/.exec(rest)?.slice(1) ?? [];
    const after = rest.slice(title.length + between.length);
    const isTitle =
      titles.includes(title) || indianTitles.includes(title) || (title === 'sri' && between.startsWith('.'));
    if (!isTitle || (title === 'baby' && after.startsWith('of '))) return rest;
    rest = after;
  }
}

async function folded(names: readonly string[]): Promise<string[]> {
  const { rows } = await asPlatform(test, (tx) =>
    sql<{
      name: string;
    }>`select fold_name(name) as name from unnest(${[...names]}::text[]) with ordinality as names (name, n) order by n`.execute(
      tx,
    ),
  );
  return rows.map(({ name }) => name);
}

describe('a name is folded', () => {
  it.each([
    ['case and spaces', ['Meera Joshi', 'MEERA  JOSHI', ' meera joshi ', 'Meera\u00A0Joshi', 'Meera\tJoshi']],
    [
      'forms of address',
      [
        'Meera Joshi',
        'Dr. Meera Joshi',
        'dr meera joshi',
        'Dr.Meera Joshi',
        'SMT. MEERA JOSHI',
        'Prof. Dr. Meera Joshi',
      ],
    ],
    ['of a child', ['Arjun', 'Master Arjun', 'Baby Arjun', 'Mr. Arjun']],
    ['in Devanagari', ['मीरा जोशी', 'डॉ. मीरा जोशी', 'श्रीमती मीरा  जोशी', 'सुश्री मीरा जोशी']],
    ['in Tamil', ['மீரா', 'திருமதி மீரா', 'டாக்டர். மீரா']],
    ['letters written in parts', ['Renée', 'RENE\u0301E', 'RENÉE']],
    ['nuktas written in parts', ['\u0958मर', '\u0915\u093Cमर']],
    ['full width and ligatures', ['FIONA', 'ｆｉｏｎａ', 'ﬁona']],
    ['what is invisible', ['மீரா', 'மீ\u200Bரா', '\uFEFFமீரா\u200C']],
    ['Greek and Cyrillic', ['ИВАН Йовков', 'иван йовков']],
  ])('the same: %s', async (_what, names) => {
    const [first, ...others] = await folded(names);
    expect(others).toEqual(others.map(() => first));
  });

  it.each([
    ['somebody else', ['Meera', 'Mira', 'Meera Joshi', 'MeeraJoshi', 'Renee', 'Renée']],
    ['a mother and her newborn', ['Meera', 'Baby of Meera']],
    [
      'what only begins like a form of address',
      ['Drona', 'Rona', 'Mristi', 'Isti', 'श्रीनिवास', 'निवास', 'திருமலை', 'மலை'],
    ],
    ['a given name', ['Sri Lakshmi', 'Lakshmi']],
    ['nothing but forms of address', ['Dr.', 'Mr', 'Baby']],
  ])('apart: %s', async (_what, names) => {
    expect(new Set(await folded(names)).size).toBe(names.length);
  });

  it('treats Sri with a dot as a title', async () => {
    expect(await folded(['Sri. Ramesh', 'Ramesh'])).toEqual(['ramesh', 'ramesh']);
  });

  it('fits into the index for any text', async () => {
    const [longest = ''] = await folded(['\uFDFA'.repeat(120)]);
    expect(longest.length).toBe(360);
  });

  it('as the definition says, for names of any parts, and a folded name is folded', async () => {
    const part = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...given) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 4 }) },
    );
    const between = fc.constantFrom(' ', '.', '. ', '  ', '\u00A0', '\u200D', '', '\u3000');
    const cased = fc
      .tuple(part, between, fc.constantFrom('as it is', 'upper', 'lower'))
      .map(
        ([text, gap, as]) =>
          (as === 'upper' ? text.toUpperCase() : as === 'lower' ? text.toLowerCase() : text) + gap,
      );
    const names = fc.sample(
      fc.array(cased, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
      { numRuns: 3000, seed: 20_261_122 },
    );
    const found = await folded(names);
    expect(found).toEqual(names.map(foldedIn));
    expect(found.some((name, at) => name !== names[at]?.toLowerCase())).toBe(true);
    expect(await folded(found.map((name) => name.normalize('NFKC')))).toEqual(found.map(foldedIn));
  });
});
