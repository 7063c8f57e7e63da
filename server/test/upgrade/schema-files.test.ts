import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaFiles } from '../../../scripts/schema.mjs';
import { describeSchema } from '../fixtures/database/schema-description.ts';
import { type TestDatabase, testDatabase } from '../fixtures/database.ts';
import { asOwner } from '../fixtures/owner.ts';

// Compares a fresh database of server/schema with a database of server/migrations (decision 0021):
// a change must be in both.

/** One difference of each kind: the object, a statement that changes it, and its line. */
const planted = [
  ['a table', 'create table planted (id int)', '+ relation planted'],
  ['a table without', 'drop table booking_mails', '- relation booking_mails'],
  ['row security', 'alter table claims no force row level security', '- relation claims'],
  ['the room in a page', 'alter table files set (fillfactor = 90)', '+ relation files'],
  ['a column', 'alter table claims add column planted int', '+ column claims.planted integer'],
  ['a column without', 'alter table sessions drop column user_agent', '- column sessions.user_agent'],
  ['a type', 'alter table users alter column password_hash type varchar(90)', '+ column users.password_hash'],
  ['a default', 'alter table users alter column created_at drop default', '- column users.created_at'],
  ['not null', 'alter table users alter column full_name set not null', '+ column users.full_name'],
  ['a key', 'alter table claims drop constraint claims_pkey', '- constraint claims.claims_pkey'],
  [
    'a foreign key',
    'alter table claims drop constraint claims_tenant_id_resource_id_fkey',
    '- constraint claims.',
  ],
  [
    'a check',
    'alter table claims add constraint planted check (not overbooked)',
    '+ constraint claims.planted',
  ],
  [
    'a check that was not validated',
    'alter table users add constraint planted check (true) not valid',
    'NOT VALID',
  ],
  ['an exclusion', 'alter table claims drop constraint claims_apart', '- constraint claims.claims_apart'],
  ['an index', 'drop index claims_by_start', '- index CREATE INDEX claims_by_start'],
  ['a policy', 'drop policy tenant on claims', '- policy claims.tenant'],
  ['what a policy asks', 'alter policy tenant on patients using (true)', '+ policy patients.tenant'],
  ['a grant', 'grant truncate on claims to samay_app', '+ relation claims grants TRUNCATE to samay_app'],
  [
    'a grant without',
    'revoke select on claims from samay_app',
    '- relation claims grants SELECT to samay_app',
  ],
  [
    'a column’s grant',
    'grant select (password_hash) on users to samay_app',
    '+ column users.password_hash grants',
  ],
  [
    'a function’s grant',
    'revoke execute on function telephone from public',
    '- function telephone(text) grants',
  ],
  ['a schema’s grant', 'grant create on schema public to public', '+ schema public grants CREATE to public'],
  [
    'a function',
    'create function planted() returns int language sql return 1',
    '+ function CREATE OR REPLACE FUNCTION public.planted',
  ],
  [
    'a body',
    'create or replace function current_tenant_id() returns uuid language sql return null::uuid',
    '- function CREATE OR REPLACE FUNCTION public.current_tenant_id',
  ],
  [
    'an owner',
    'alter function search_patients owner to samay_app',
    '- function CREATE OR REPLACE FUNCTION public.search_patients',
  ],
  [
    'whose rights',
    'alter function search_bookings security invoker',
    '- function CREATE OR REPLACE FUNCTION public.search_bookings',
  ],
  [
    'a trigger',
    'drop trigger refuse_illegal_transition on appointments',
    '- trigger CREATE TRIGGER refuse_illegal',
  ],
  [
    'a trigger that is off',
    'alter table patients disable trigger user',
    '+ trigger CREATE TRIGGER refuse_merge',
  ],
  [
    'a sequence',
    'alter table audit_waiting alter column sequence drop default',
    '- column audit_waiting.sequence',
  ],
  ['an extension', 'drop extension btree_gist cascade', '- extension btree_gist'],
] as const;

let fresh: TestDatabase;
let migrated: TestDatabase;
let ofFiles: string[];
let ofMigrations: string[];
let ofPlanted: string[];
beforeAll(async () => {
  fresh = await testDatabase({ migrated: false });
  migrated = await testDatabase();
  ofFiles = await describedAfter(
    fresh,
    schemaFiles().map(({ sql }) => sql),
  );
  ofMigrations = await describedAfter(migrated, []);
  ofPlanted = await describedAfter(
    migrated,
    planted.map(([, sql]) => sql),
  );
});
afterAll(async () => {
  await fresh?.close();
  await migrated?.close();
});

/** Describes the schema after the statements have run, and undoes them. */
async function describedAfter(database: TestDatabase, statements: readonly string[]): Promise<string[]> {
  return asOwner(database, async (client) => {
    await client.query('begin');
    for (const sql of statements) await client.query(sql);
    const lines = await describeSchema(client);
    await client.query('rollback');
    // Leaves out the logins of a test that moves a database on the same server meanwhile.
    return lines.filter((line) => !/ to samay_moves_\d/.test(line));
  });
}

function differences(lines: readonly string[]): string[] {
  return [
    ...ofFiles.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
    ...lines.filter((line) => !ofFiles.includes(line)).map((line) => `+ ${line}`),
  ];
}

it('is alike by its files and by its migrations [O-2.19]', () => {
  expect(ofFiles.length).toBeGreaterThan(500);
  expect(differences(ofMigrations)).toEqual([]);
});

it.each(planted)('is found to differ in %s [O-2.19]', (_, __, line) => {
  expect(differences(ofPlanted)).toContainEqual(expect.stringContaining(line));
});
