import { describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate/migrations.ts';
import { exceptionsOf, tablesSelectedWhole, unusedSince } from './exceptions.ts';
import {
  changedMigrations,
  isSince,
  lastRelease,
  releasedMigrations,
  releasedSources,
  releasedUses,
} from './last-release.ts';
import { createdBy } from './created-objects.ts';
import { type Fault, faultsOf, type Released } from './migration-faults.ts';
import { statementsOf } from './sql-statements.ts';

// During a rolling upgrade, servers of the last release use the schema of this one
// (decisions/0021). rolling-upgrade.test.ts proves that it works. This file checks the SQL of each
// migration for what that test may miss.

const commit = lastRelease();
const releasedNames = releasedMigrations(commit);
const all = readMigrations();
const newer = all.filter(({ name }) => !releasedNames.includes(name));
const released: Released = {
  created: createdBy(all.filter(({ name }) => releasedNames.includes(name)).map(({ sql }) => sql)),
  selectedWhole: new Set(tablesSelectedWhole(releasedSources(commit))),
};

/** The faults of a migration as texts, without those that its exceptions allow. */
function breachesIn(sql: string, created = new Set<string>()): string[] {
  const exceptions = exceptionsOf(sql);
  const isAllowed = ({ form, about }: Fault) =>
    exceptions.some((exception) => exception.form === form && exception.about === about);
  const refused = faultsOf(sql, released, created).filter((fault) => !isAllowed(fault));
  return [
    ...new Set(refused.map(({ what, form, about }) => (form ? `${what} (-- ${form}: ${about}, …)` : what))),
  ];
}

describe('the migrations that are newer than the last release', () => {
  it('drop, rename and lock nothing that its servers use', () => {
    const created = new Set<string>();
    const refused = newer.flatMap(({ name, sql }) =>
      breachesIn(sql, created).map((fault) => `${name}: ${fault}`),
    );
    expect(refused).toEqual([]);
  });

  it('drop only what its sources do not use, and name the first release without it', () => {
    const unproven = newer.flatMap(({ name, sql, oldestRelease }) =>
      exceptionsOf(sql)
        .filter(({ form }) => form === 'contract')
        .filter(({ about, reason }) => !isContraction(about, reason) || oldestRelease === undefined)
        .map(({ about }) => `${name}: ${about}`),
    );
    expect(unproven).toEqual([]);
  });

  it('come after the released migrations, which are unchanged', () => {
    expect(changedMigrations(commit)).toEqual([]);
    expect(newer.filter(({ name }) => name < (releasedNames.at(-1) ?? '')).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('name an oldest supported release that includes the last release', () => {
    const named = newer.flatMap(({ oldestRelease }) => oldestRelease ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((number) => number > (releasedNames.at(-1) ?? '').slice(0, 4))).toEqual([]);
  });
});

function isContraction(about: string, reason: string): boolean {
  const since = unusedSince(reason);
  const word = about.split(/[ .]/).at(-1) ?? '';
  return since !== undefined && isSince(commit, since) && releasedUses(commit, word).length === 0;
}

describe('a migration is refused that', () => {
  it.each([
    [
      'drops a function',
      'drop function search_appointments(text, int);',
      'drops function search_appointments',
    ],
    ['drops a table', 'drop table if exists public.plans cascade', 'drops table plans'],
    ['drops a column', 'alter table plans drop column name', 'drops column plans.name'],
    [
      'drops a column without saying column',
      'alter table plans add x int, drop name',
      'drops column plans.name',
    ],
    [
      'drops a constraint',
      'alter table appointments drop constraint appointments_prescription',
      'drops constraint appointments.appoint',
    ],
    ['drops a trigger', 'drop trigger tally_added on appointments', 'drops trigger appointments.tally_added'],
    ['drops a type', 'DROP TYPE tally_change', 'drops type tally_change'],
    ['drops a policy', 'drop policy tenant on appointments', 'drops policy appointments.tenant'],
    ['drops in a do block', "do $$ begin execute format('drop table %I', 'plans'); end $$", 'drops table'],
    [
      'alters in a do block',
      'do $x$ begin if true then alter table plans drop column name; end if; end $x$',
      'drops column plans.name',
    ],
    ['renames a column', 'alter table plans rename column name to title', 'a new name'],
    ['renames a function', 'alter function tally_anew() rename to tally', 'a new name'],
    ['changes a type', 'alter table plans alter column name type varchar(20)', 'a column of another type'],
    ['sets not null', 'alter table users alter full_name set not null', 'not null, where'],
    [
      'drops a default',
      'alter table users alter column created_at drop default',
      'something taken from a column',
    ],
    [
      'adds a required column without a default',
      'alter table plans add column colour text not null',
      'without the default',
    ],
    [
      'rewrites a table',
      'alter table plans add column key uuid default gen_random_uuid()',
      'rewrites every row',
    ],
    [
      'adds a column to a table that is selected whole',
      'alter table sessions add column note text',
      'reads whole',
    ],
    [
      'adds a constraint',
      'alter table plans add constraint cheap check (monthly_price_paise < 5)',
      'a constraint that is new',
    ],
    [
      'builds an index in a transaction',
      'create index plans_name on plans (name)',
      'stops writes while it is built',
    ],
    [
      'builds a concurrent index among others',
      'create index concurrently a on plans (name); select 1',
      'not alone in its file',
    ],
    ['adds a unique index', 'create unique index concurrently a on plans (name)', 'uniqueness that is new'],
    ['changes rows', 'update appointments set payment_id = null', 'rows of appointments changed'],
    [
      'copies rows',
      'create table a (id uuid); insert into a select id from users',
      'rows of users changed or read',
    ],
    ['locks a table', 'lock table appointments in share mode', 'rows of appointments changed or read'],
    ['disables triggers', 'alter table appointments disable trigger user', 'triggers out of force'],
    [
      'disables row security',
      'alter table appointments disable row level security',
      'row security out of force',
    ],
    ['revokes a privilege', 'revoke insert on appointments from samay_app', 'a right taken away'],
    [
      'changes the parameters of a function',
      'create function search_appointments(pattern text) returns int language sql return 1',
      'other parameters',
    ],
  ])('%s', (_what, sql, fault) => {
    const refused = breachesIn(sql);
    expect(refused.length, sql).toBeGreaterThan(0);
    expect(refused[0]).toContain(fault);
  });
});

describe('a migration is accepted that', () => {
  it.each([
    [
      'creates objects and drops them again',
      'create table a (b int); create index c on a (b); alter table a drop column b; drop table a',
    ],
    [
      'adds an optional column',
      'alter table appointments add column note text, add column count int not null default 0',
    ],
    [
      'replaces a function',
      'create or replace function announce_change() returns trigger language plpgsql as $$ begin drop table x; end $$',
    ],
    ['builds an index concurrently', '-- Why.\ncreate index concurrently users_name on users (full_name);'],
    ['grants a privilege', 'grant update on plans to samay_platform'],
    [
      'mentions a statement in a comment or string',
      "-- drop table plans;\n/* drop /* table */ plans; */ select 'drop table plans; it''s', E'\\'; drop table plans'",
    ],
  ])('%s', (_what, sql) => {
    expect(breachesIn(sql)).toEqual([]);
  });

  it('allows a fault in a comment', () => {
    expect(breachesIn('-- small: plans, three rows\ncreate index plans_name on plans (name)')).toEqual([]);
    expect(breachesIn('-- small: users, few\ncreate index plans_name on plans (name)')).toHaveLength(1);
    expect(
      breachesIn('-- contract: column plans.name, unused since b65541a\nalter table plans drop column name'),
    ).toEqual([]);
  });
});

it('checks a drop against the sources of the last release', () => {
  expect(isContraction('column outbox.no_such_column', `unused since ${commit}`)).toBe(true);
  expect(isContraction('function search_appointments', `unused since ${commit}`)).toBe(false);
  expect(isContraction('column outbox.no_such_column', 'nobody needs it')).toBe(false);
});

it('finds the tables that the last release selects whole', () => {
  expect(
    tablesSelectedWhole(
      "tx.selectFrom('a').select('b').execute(); tx.selectFrom('c').innerJoin('d', 'e', 'f').selectAll('c')",
    ),
  ).toEqual(['c', 'd']);
});

it('parses very long statements in one pass', () => {
  const long = "select '" + "''".repeat(500_000) + "'; " + '-- x\n'.repeat(100_000) + '$a$'.repeat(100_001);
  expect(statementsOf(long)).toHaveLength(2);
});
