import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partsOf, wordFaults, wordRules } from './plain-words.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const folders = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];
const sources = folders.flatMap(sourcesIn);

test('the sources were read, with their comments, test titles and names', () => {
  const parts = sources.slice(0, 400).flatMap(partsOf);
  for (const part of ['comment', 'title', 'name'])
    expect(parts.filter((one) => one.part === part).length, part).toBeGreaterThan(100);
  expect(sources.some(({ path }) => path.endsWith('.sql'))).toBe(true);
});

test('comments, test titles and names are in plain words', () => {
  expect(sources.flatMap(wordFaults)).toEqual([]);
});

test.each(wordRules)('the rule "$name" finds a planted fault', ({ parts, breaks, example }) => {
  expect([parts.includes(example.part), breaks(example)]).toEqual([true, true]);
});

test.each([
  ['// Keeps it.\n// What it is, nobody knows.\n', 'a sentence begins with a verb or a noun'],
  ['/**\n * Returns a row. Of two, the\n * first.\n */\n', 'a sentence begins with a verb or a noun'],
  ["it('is made anew', () => {});", 'no rare word'],
  ["test.each(rows)('%s ends at once', () => {});", 'immediately or concurrently'],
  ['describe(`the value of before ${x}`, () => {});', 'no inverted turn'],
  ['const rowOf = (page, name) => page.find(name);', 'of one argument'],
  ['class A { nameOf(a, b) {} }', 'of one argument'],
  ['interface A { rowsAtOnce: number }', 'no rare word in a name'],
])('%j breaks the rule "%s"', (text, rule) => {
  expect(wordFaults({ path: 'a.ts', text }).map((fault) => fault.split(': ')[1])).toEqual([rule]);
});

test('a comment of SQL is read over its lines', () => {
  const text = '-- A row is a booking,\n-- kept anew.\ncreate table bookings ();\n';
  expect(wordFaults({ path: 'a.sql', text })).toEqual([
    'a.sql:1: no rare word: A row is a booking, kept anew.',
  ]);
});

test.each([
  '// Returns `whoever` or "anew".\n',
  "const text = 'whoever calls at once';",
  'const nameOf = ({ first, last }) => first + last;',
  "import './beside.ts'; // Builds as beside-build.ts does.\n",
  '/** Joins them. @param beside the rows after it */\n',
])('%j is plain', (text) => {
  expect(wordFaults({ path: 'a.ts', text })).toEqual([]);
});

function sourcesIn(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter(
        (path) =>
          /\.(?:tsx?|mts|mjs|sql|css)$/.test(path) &&
          !/(?:^|\/)(?:node_modules|dist|coverage|migrations)\//.test(path),
      )
      // Two files contain an example of every fault.
      .filter((path) => !/^scripts\/checks\/(?:words\/plain-words|source-rules)/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  );
}
