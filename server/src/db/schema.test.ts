import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tablesText } from '../../schema/generate-tables.ts';
import { testDatabase, type TestDatabase } from '../../test/fixtures/database.ts';
import { asOwner } from '../../test/fixtures/owner.ts';

const generated = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8');

/** A column of each kind, and the type that it gets. */
const kinds = [
  ['a_text', 'text not null', 'string'],
  ['b_none', 'text', 'string | null'],
  ['c_big', 'bigint not null default 0', 'Generated<number>'],
  ['d_day', 'date not null', 'string'],
  ['e_time', 'time(0) not null', 'string'],
  ['f_instant', 'timestamptz not null default now()', 'Generated<Date>'],
  ['g_bytes', 'bytea', 'Buffer | null'],
  ['h_list', `int[] not null default '{}'`, 'Generated<number[]>'],
  ['i_json', 'jsonb', 'JsonText<unknown> | null'],
  ['j_values', `text check (j_values in ('one', 'to-two'))`, '"one" | "to-two" | null'],
  ['k_value', `text not null default 'one' check (k_value = 'one')`, 'Generated<"one">'],
  ['l_length', 'text not null check (length(l_length) < 9)', 'string'],
  ['m_computed', 'int not null generated always as (1) stored', 'GeneratedAlways<number>'],
  ['n_computed', 'int generated always as (1) stored', 'GeneratedAlways<number | null>'],
  ['o_range', 'tstzrange not null', 'string'],
] as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('is what `npm run schema` makes of the migrated tables [O-2.19]', async () => {
  expect(await tablesText(test.database.pool), 'run `npm run schema`').toBe(generated);
});

it('has no table of clinics or of turfs alone [P-1.8]', () => {
  const tables = [...generated.matchAll(/^ {2}(\w+): [A-Z]\w+;$/gm)].map(([, name]) => name ?? '');
  expect(tables).toEqual(expect.arrayContaining(['appointments', 'memberships', 'plans', 'subscriptions']));
  expect(tables.filter((name) => /clinic|doctor|practitioner|turf|court/.test(name))).toEqual([]);
});

it('has a type for each kind of column [O-2.19]', async () => {
  const columns = kinds.map(([name, sql]) => `${name} ${sql}`);
  await asOwner(test, (client) => client.query(`create table planted (${columns.join(', ')})`));
  const lines = kinds.map(([name, , type]) => `  ${name}: ${type};\n`);
  expect(await tablesText(test.database.pool)).toContain(`export interface Planted {\n${lines.join('')}}\n`);
});
