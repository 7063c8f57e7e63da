import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coverageText, readProduct, ruleAreas, ruleFaults } from './product-rules.mjs';
import { testTitles } from './test-titles.mjs';

const root = join(import.meta.dirname, '..', '..');
const product = readProduct(root);

it('has a test for each rule, and a rule for each cited id [O-5.17]', () => {
  expect(product.areas.length).toBeGreaterThan(20);
  expect(product.titles.length).toBeGreaterThan(3_000);
  expect(ruleFaults(product)).toEqual([]);
});

it('has the tests of each rule in docs/coverage.md', () => {
  expect(readFileSync(join(root, 'docs/coverage.md'), 'utf8'), 'run `npm run coverage`').toBe(
    coverageText(product),
  );
});

it('finds ids out of order, in another area, without a test and without a rule', () => {
  const areas = ruleAreas(
    '# Product\n\n## 5. Bookings\n\n- **P-5.2** One.\n- **P-5.1** Two.\n\n## I. Invariants\n\n- **P-5.3** Three.\n',
  );
  const titles = [{ path: 'a.test.ts', title: 'one', ids: ['P-5.1', 'P-5.2'] }];
  const cited = [{ path: 'a.sql', id: 'I-4' }];
  expect(ruleFaults({ areas, titles, cited })).toEqual([
    'P-5.1 is not above the id before it',
    'P-5.3 is not of the area I. Invariants',
    'P-5.3 has no test',
    'a.sql cites I-4, which is no rule',
  ]);
});

it.each([
  ["it('is one [P-5.1]', act)", 'is one', ['P-5.1']],
  ["testBoth('is one [P-5.1, I-2]', act)", 'is one', ['P-5.1', 'I-2']],
  ["test.each(cases)('$name [T-1.2]', act)", '$name', ['T-1.2']],
  ['it.runIf(isFull).each`x`(`is ${one} [S-1.2]`, act)', 'is …', ['S-1.2']],
  ["describe('a [list] of none', act)", 'a [list] of none', []],
])('reads the title and the ids of %s', (text, title, ids) => {
  expect(testTitles({ path: 'a.test.ts', text })).toEqual([{ path: 'a.test.ts', title, ids }]);
});

it('reads a title after those of the groups around it', () => {
  const text = "describe('a link', () => { it('works once [P-2.33]', act); it('ends', act); });";
  expect(testTitles({ path: 'a.test.ts', text })).toEqual([
    { path: 'a.test.ts', title: 'a link', ids: [] },
    { path: 'a.test.ts', title: 'a link works once', ids: ['P-2.33'] },
    { path: 'a.test.ts', title: 'a link ends', ids: [] },
  ]);
});

it('reads no title from a comment or from another call', () => {
  const text = "// it('is one [P-5.1]')\nsay('is one [P-5.1]');";
  expect(testTitles({ path: 'a.test.ts', text })).toEqual([]);
});

it('lists the tests of a rule by file', () => {
  const areas = ruleAreas('## 5. Bookings\n\n- **P-5.1** One.\n');
  const titles = [
    { path: 'b.test.ts', title: 'is <b>', ids: ['P-5.1'] },
    { path: 'a.test.ts', title: 'is one', ids: ['P-5.1'] },
    { path: 'b.test.ts', title: 'is two', ids: ['P-5.1'] },
  ];
  expect(coverageText({ areas, titles })).toContain(
    '## 5. Bookings\n\n- **P-5.1** `a.test.ts`: is one · `b.test.ts`: is \\<b\\>; is two\n',
  );
});
