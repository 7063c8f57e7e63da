import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { productionSources } from './linear-patterns.mjs';
import { findFaults } from './migrations.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = new URL('../../server/migrations/', import.meta.url);
const sources = productionSources(root);

test('no migration takes away what servers that still serve need [O-2.17]', () => {
  expect(sources.length).toBeGreaterThan(100);
  const migrations = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name !== '0001-baseline.sql')
    .map((name) => ({ name, sql: fs.readFileSync(new URL(name, folder), 'utf8') }));
  expect(findFaults(migrations, sources)).toEqual([]);
});

test.each([
  [
    'a column, a table that is isolated, its keys and a function',
    `alter table appointments add column planted text;
     -- A row is; planted.
     create table planted (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
     select isolate_tenant('planted');
     alter table planted add foreign key (tenant_id) references tenants (id);
     create function of_planted() returns void language sql as $$ update planted set id = id; $$;`,
  ],
  [
    'a constraint that is not checked while the table is locked',
    `alter table appointments add constraint short check (length(doctor) < 200) not valid;`,
  ],
  ['an index that stands alone', 'create index concurrently planted_index on appointments (tenant_id);'],
  ['what no server names', 'alter table appointments drop column forgotten_by_all;'],
])('a migration may add %s [O-2.17]', (_, sql) => {
  expect(findFaults([{ name: '0002-planted.sql', sql }], sources)).toEqual([]);
});

test.each([
  [
    'a column in use that is dropped',
    'alter table appointments drop column person_name;',
    'names person_name',
  ],
  ['a table in use that is dropped', 'drop table if exists claims;', 'names claims'],
  ['a function in use that is dropped', 'drop function person_key(text, text);', 'names person_key'],
  ['a column that is renamed', 'alter table users rename column email to address;', 'renaming-column'],
  ['a table that is renamed', 'alter table users rename to members;', 'renaming-table'],
  ['a column of another type', 'alter table users alter column email type jsonb;', 'changing-column-type'],
  ['a column that must be given', 'alter table users add column x text not null;', 'adding-required-field'],
  [
    'a column that may be null now',
    'alter table users alter column email drop not null;',
    'ban-drop-not-null',
  ],
  ['an index that stops writers', 'create index planted on users (email);', 'concurrent-index-creation'],
  ['an index beside others', 'create index concurrently a on users (id); select 1;', 'stands alone'],
  [
    'a constraint that is checked at once',
    `alter table users add constraint a check (id is not null);`,
    'not-valid',
  ],
  ['rows that are changed', `update users set full_name = 'Asha';`, 'changes rows'],
  ['rows that are copied', 'insert into users (email) select email from invitations;', 'changes rows'],
  [
    'a table that is open',
    'create table planted (tenant_id uuid primary key);',
    'planted is neither isolated',
  ],
  [
    'a foreign key that Citus refuses',
    `create table planted (tenant_id uuid primary key references tenants (id)); select isolate_tenant('planted');`,
    'before isolate_tenant',
  ],
  ['row security that ends', 'alter table users disable row level security;', 'opens rows'],
  ['a policy that is dropped', 'drop policy tenant on appointments;', 'opens rows'],
  ['a right for everybody', 'grant select on users to public;', 'opens rows'],
  ['a transaction of its own', 'begin; select 1; commit;', 'ends the transaction'],
])('a migration is refused for %s [O-2.17]', (_, sql, fault) => {
  const faults = findFaults([{ name: '0002-planted.sql', sql }], sources);
  expect(faults).toContainEqual(expect.stringContaining(fault));
  expect(faults.every((each) => each.startsWith('0002-planted.sql: '))).toBe(true);
});
