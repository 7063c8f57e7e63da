import fs from 'node:fs';
import { expect, it } from 'vitest';
import { baselineText, schemaFiles } from '../schema.mjs';

const folder = new URL('../../server/schema/', import.meta.url);
const all = schemaFiles()
  .map(({ sql }) => sql)
  .join('\n');

it('has a baseline migration that is made from the schema files [O-2.19]', () => {
  const baseline = new URL('../../server/migrations/0001-baseline.sql', import.meta.url);
  expect(fs.readFileSync(baseline, 'utf8'), 'run `npm run schema`').toBe(baselineText());
});

it('reads every file of server/schema', () => {
  const there = fs
    .readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.sql'));
  expect(new Set(schemaFiles().map(({ name }) => name))).toEqual(new Set(there));
});

it('defines each table, function and trigger once [O-2.19]', () => {
  const defined = [...all.matchAll(/^create (?:or replace )?(table|function|type) (\w+)/gm)].map(
    ([, kind, name]) => `${kind} ${name}`,
  );
  const triggers = [...all.matchAll(/^create trigger (\w+)[^;]*? on (\w+)/gm)].map(
    ([, name, table]) => `trigger ${name} of ${table}`,
  );
  const twice = [...defined, ...triggers].filter((each, at, list) => list.indexOf(each) !== at);
  expect(twice).toEqual([]);
  expect(defined.length).toBeGreaterThan(50);
});

it('says of each table what a row is [O-2.19]', () => {
  const silent = [...all.matchAll(/^create table (\w+)/gm)].filter(
    ({ index }) => !commentBefore(index).startsWith('-- A row is '),
  );
  expect(silent.map(([, name]) => name)).toEqual([]);
});

function commentBefore(index) {
  const lines = all.slice(0, index).split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !line.startsWith('--')) + 1;
  return lines.slice(first).join('\n');
}
