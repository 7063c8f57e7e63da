import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceRules, unknownClasses } from './source-rules.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folders = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];
const sources = folders.flatMap(filesOf);

test('the sources were read', () => {
  expect(sources.length).toBeGreaterThan(40);
});

test.each(sourceRules)('$name: $because [P-16.18, P-16.37]', ({ covers, breaks }) => {
  const faults = sources
    .filter(({ path, text }) => covers(path) && breaks({ path, text }))
    .map(({ path }) => path);
  expect(faults).toEqual([]);
});

test.each(sourceRules)('the rule "$name" covers files', ({ covers }) => {
  expect(sources.some(({ path }) => covers(path))).toBe(true);
});

test('the rule on plain words covers the texts of emails', () => {
  const { covers } = ruleNamed('plain words');
  expect(sources.filter(({ path }) => path.startsWith('server/') && covers(path)).length).toBeGreaterThan(4);
});

test.each(sourceRules)('the rule "$name" finds a planted fault', ({ covers, breaks, example }) => {
  expect([covers(example.path), breaks(example)]).toEqual([true, true]);
});

test('every class that a component names is defined in its style sheet [P-16.38]', () => {
  expect(sources.flatMap((source) => unknownClasses(source, sources))).toEqual([]);
  const [sheet, user] = [
    { path: 'web/src/ui/a.module.css', text: '.card { & > .name {} }' },
    { path: 'web/src/ui/a.tsx', text: "import classes from './a.module.css';\n[classes.card, classes.gone]" },
  ];
  expect(unknownClasses(user, [sheet])).toEqual(['web/src/ui/a.tsx: classes.gone']);
});

test.each([
  ['sql<Row>`select ${id} from plans`', 'the tag makes parameters'],
  ["pool.query('select 1')", 'nothing is added'],
  ['`selected ${count} of them`', 'a sentence'],
])('%s is no SQL out of text: %s [T-1.3]', (text) => {
  expect(ruleNamed('no SQL out of text').breaks({ text })).toBe(false);
});

test.each([
  "updateTable('plans').returningAll()",
  'sql`select * from plans`',
  'returning plans.*',
  'select distinct p.* from plans p',
])('%s takes every column [O-2.11]', (text) => {
  expect(ruleNamed('columns are named').breaks({ text })).toBe(true);
});

test.each([
  ['const id = row.id as unknown as TenantId;', true],
  ['query.$narrowType<{ id: TenantId }>()', true],
  ['row as { id: TenantId }', true],
  ["import type { TenantId } from '../db/tenant.ts';", false],
  ['function read(tenantId: TenantId) {}', false],
])('%s is a cast to the id of a business: %s', (text, expected) => {
  expect(ruleNamed('the id of a business is made in one place').breaks({ text })).toBe(expected);
});

test.each([
  ['<Button>Login</Button>', true],
  ["'You are signed out at once.'", true],
  ['// Login is an agreed text, at once', false],
  ["'You can now log in with your email and password.'", false],
])('%s is said in a retired word: %s [P-16.18]', (text, expected) => {
  expect(ruleNamed('plain words').breaks({ path: 'web/src/ui/a.tsx', text })).toBe(expected);
});

test.each(['select count(*) from plans', 'select name, price * 2 from plans', "select(['plans.id'])"])(
  '%s names its columns [O-2.11]',
  (text) => {
    expect(ruleNamed('columns are named').breaks({ text })).toBe(false);
  },
);

function ruleNamed(name) {
  return sourceRules.find((rule) => rule.name === name);
}

function filesOf(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      .filter(
        (path) =>
          /\.(ts|tsx|mjs|sql|css|html)$/.test(path) && !/(^|\/)(node_modules|dist|coverage)\//.test(path),
      )
      // source-rules.mjs contains an example of every violation.
      .filter((path) => !path.startsWith('scripts/checks/source-rules'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  );
}
