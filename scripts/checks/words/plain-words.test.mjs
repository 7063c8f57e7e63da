import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commentsOf, wordFaults, wordRules } from './plain-words.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const folders = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];
const sources = folders.flatMap(sourcesIn);

test('comments and test titles are in plain words', () => {
  for (const type of ['.ts', '.tsx', '.sql', '.css'])
    expect(sources.filter(({ path }) => path.endsWith(type)).flatMap(commentsOf).length).toBeGreaterThan(20);
  expect(sources.flatMap(wordFaults)).toEqual([]);
});

test.each(wordRules)('the rule "$name" finds a planted fault', ({ name, onlyComments, example }) => {
  const [first, ...rest] = example.split(' ');
  const planted = [
    ['a.ts', `// ${first}\n// ${rest.join(' ')}\n`],
    ['a.ts', `/**\n * ${first}\n * ${rest.join(' ')}\n */\n`],
    ['a.sql', `-- ${first}\n-- ${rest.join(' ')}\ncreate table bookings ();\n`],
    ['a.css', `/* ${example} */`],
    ...(onlyComments ? [] : [['a.ts', `it('${example}', () => {});`]]),
  ];
  for (const [path, text] of planted)
    expect(wordFaults({ path, text })).toEqual([`${path}: ${name}: ${example}`]);
});

test.each([
  '// Returns `whoever` or "anew".\n',
  "const text = 'whoever calls at once';",
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
