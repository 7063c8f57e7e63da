import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsFaults } from './operations.mjs';

const root = dirname(dirname(import.meta.dirname));
const guide = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');

test('no step of docs/operations.md is SQL to be typed, and every command that it names exists', () => {
  expect(
    operationsFaults(guide, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts),
  ).toEqual([]);
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
