import { foundAlike, foundApart, oneName } from '@samay/contract/core/cases/fold-cases';
import { foldName, foldText } from '@samay/contract/core/fold';
import { contacts } from '@samay/contract/core/cases/telephone-cases';
import { readTelephone } from '@samay/contract/core/telephone';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/fixtures/database.ts';
import { asPlatform } from './tenant.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** Returns the result of a function of the database for each text. */
async function inDatabase(name: string, texts: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await asPlatform(test, (tx) =>
    sql<{ folded: string | null }>`select ${sql.ref(name)}(text) as folded
      from unnest(${[...texts]}::text[]) with ordinality as texts (text, place) order by place`.execute(tx),
  );
  return rows.map(({ folded }) => folded);
}

const titles = 'dr doctor prof mr mrs ms miss shri sri smt kumari master baby श्री श्रीमती डॉ திரு டாக்டர் শ্রীমতী';
const names = [...oneName, ...foundAlike, ...foundApart].flat();
const parts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names, ...titles.split(' '), 'of', 'R.K.', 'Srinivas') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 4 }) },
);
const between = fc.constantFrom(' ', '.', '. ', '  ', '\u00A0', '\u200D', '', '\u3000', '-', ', ', '\u2019');
const writtenNames = fc
  .array(fc.tuple(parts, between, fc.constantFrom(String, upper, lower)), { minLength: 1, maxLength: 6 })
  .map((words) => words.map(([text, gap, as]) => as(text) + gap).join(''));

function upper(text: string): string {
  return text.toUpperCase();
}

function lower(text: string): string {
  return text.toLowerCase();
}

const writtenContacts = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...contacts.map(([contact]) => contact)) },
      {
        weight: 3,
        arbitrary: fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 11 }),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('+', '91', '0', '00', ' ', '-', '(', ')', '/', ',', '(0)', 'x'),
      },
      { weight: 1, arbitrary: fc.constantFrom('\u200E', '\u2013', '९', '＋', 'ext', '_', '~', '\t', '.') },
    ),
    { maxLength: 6 },
  )
  .map((written) => written.join(''));

it.each([
  ['fold_name', foldName],
  ['fold_text', foldText],
] as const)('%s folds as the contract does, also what is folded already [P-7.3]', async (name, fold) => {
  const written = [
    ...names,
    ...fc.sample(writtenNames, { numRuns: 1000, seed: 20_261_126 }),
    '\uFDFA'.repeat(120),
  ];
  const folded = written.map(fold);
  expect(await inDatabase(name, written)).toEqual(folded);
  expect(folded.some((text, at) => text !== written[at]?.toLowerCase())).toBe(true);
  expect(folded.map((text) => fold(text.normalize('NFKC')))).toEqual(folded);
});

it('telephone reads the number that the contract reads [P-5.42, P-7.5]', async () => {
  const written = [
    ...contacts.map(([contact]) => contact),
    ...fc.sample(writtenContacts, { numRuns: 1000, seed: 20_261_126 }),
  ];
  const numbers = written.map((contact) => readTelephone(contact)?.number ?? null);
  expect(await inDatabase('telephone', written)).toEqual(numbers);
});
