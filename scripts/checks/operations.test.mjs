import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsFaults } from './operations.mjs';

const root = dirname(dirname(import.meta.dirname));
const read = (path) => readFileSync(join(root, path), 'utf8');

test.each(['operations', 'settings', 'monitoring', 'failover', 'citus'])(
  'no step of docs/%s.md is SQL to be typed, and every command that it names exists [O-3.15]',
  (name) => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(operationsFaults(read(`docs/${name}.md`), scripts)).toEqual([]);
  },
);

test('an alert that refers to a part of a guide finds it there [O-3.15]', () => {
  const references = [...read('operations/alerts.yml').matchAll(/\*(.+)\* in (docs\/\w+\.md)/g)];
  expect(references.length).toBeGreaterThan(2);
  for (const [, part, guide] of references) expect(read(guide)).toMatch(new RegExp(`(## |\\*\\*)${part}`));
});

test.each([
  ['```sql\nselect 1;\n```', 'line 1: a block of SQL'],
  ['as the owner `alter role samay_login set x = 1`', 'line 1: SQL'],
  ['a\nset local role samay_platform;', 'line 2: SQL'],
  ['psql "$DATABASE_URL"', 'line 1: psql'],
  ['run `npm run nothing`', 'line 1: npm run nothing is no command'],
])('%j is found', (text, fault) => {
  expect(operationsFaults(text, { backup: '' })).toContain(fault);
});
