import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { schemaFiles } from '../schema.mjs';

const folder = new URL('../../server/schema/', import.meta.url);
const all = schemaFiles()
  .map(({ sql }) => sql)
  .join('\n');

/** The schema of release 1.0.0, in which customers keep their data: it never changes again. */
const frozen = '08bf3a5cbee10b2e56651302fb57c978f1e06b8912834513003a801256b71d59';

it('has the baseline migration of release 1.0.0, unchanged [O-2.24]', () => {
  const sql = fs.readFileSync(new URL('../../server/migrations/0001-baseline.sql', import.meta.url));
  expect(createHash('sha256').update(sql).digest('hex'), 'put the change into a new migration').toBe(frozen);
});

it('has one number of this release in packages, changelog and kept data [O-2.24]', async () => {
  const root = new URL('../../', import.meta.url);
  const read = (name) => fs.readFileSync(new URL(name, root), 'utf8');
  const { version, workspaces } = JSON.parse(read('package.json'));
  for (const name of workspaces)
    expect([name, JSON.parse(read(`${name}/package.json`)).version]).toEqual([name, version]);
  expect(read('server/src/core/version.ts')).toContain(`'${version}'`);
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  expect(fs.readdirSync(new URL('server/migrations/releases/', root))).toContain(`${version}.json.gz`);
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
