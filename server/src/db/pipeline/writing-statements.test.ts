import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/fixtures/database.ts';
import { isWriting } from './writing-statements.ts';

it.each([
  'insert into files (id) values ($1)',
  'update "appointments" set "status" = $1',
  'with locked as (select id from claims for update) update claims set overbooked = true from locked where claims.id = locked.id',
  'with gone as (delete\n  from claims returning id) select count(*) from gone',
  'select made.id from placed cross join lateral insert_appointment($1::uuid, $2::jsonb, $3, $4, $5) as made',
])('changes rows: %s', (text) => {
  expect([isWriting(text), isWriting(text)]).toEqual([true, true]);
});

it.each([
  'select id, updated_at, deleted_at from appointments where tenant_id = $1',
  'select id from patients where tenant_id = $1 order by id for update skip locked',
  'select "id" from "tenants" where "id" = $1 for no key update of "tenants"',
  'select bookings from day_tallies where tenant_id = $1',
  'select place from sessions_of_requests($1, $2)',
  `select pg_notify('changes', $1)`,
])('changes none: %s', (text) => {
  expect([isWriting(text), isWriting(text)]).toEqual([false, false]);
});

const ofStamps = ['raise_stamp'];

describe('the functions of the database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.close());

  it('that change rows are known to, and none that only reads is taken for one', async () => {
    const { rows } = await test.database.pool.query<{ name: string; writes: boolean }>(
      `select proname::text as name, provolatile = 'v' and prosrc ~* '\\m(insert\\s+into|delete\\s+from|update\\s+\\w+(\\s+as\\s+\\w+)?\\s+set)\\M' as writes
        from pg_proc join pg_language on pg_language.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql') and prorettype <> 'trigger'::regtype`,
    );
    const writing = rows
      .filter(({ name, writes }) => writes && !ofStamps.includes(name))
      .map(({ name }) => name);
    const known = rows.filter(({ name }) => isWriting(`select ${name}($1)`)).map(({ name }) => name);
    expect(known.toSorted()).toEqual(writing.toSorted());
    expect(writing).toEqual(
      expect.arrayContaining(['begin_times', 'insert_appointment', 'keep_changed', 'recount_tallies']),
    );
  });
});
