import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/fixtures/database.ts';
import { isCitus } from '../../../test/fixtures/database/postgres-template.ts';
import {
  distributedTables,
  droppedForeignKeys,
  droppedTriggers,
  keptTriggers,
  localTables,
  referenceTables,
} from './placement.ts';

let held: TestDatabase;
beforeAll(async () => {
  held = await testDatabase();
});
afterAll(() => held.close());

const ours = `relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '_\\d{6}$'`;

async function names(sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await held.database.pool.query<{ name: string }>(`${sql} order by 1`, values);
  return rows.map(({ name }) => name);
}

it('says of each table where it is on a cluster [O-4.2]', async () => {
  const tables = await names(`select relname::text as name from pg_class where ${ours}`);
  expect([...referenceTables, ...distributedTables, ...localTables].toSorted()).toEqual(tables);
});

it('says of each trigger whether it stays [O-4.2]', async () => {
  const triggers = await names(
    `select relname || '.' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where ${ours} and not tgisinternal and tgname !~ 'citus|truncate_trigger'`,
  );
  expect((isCitus ? [...keptTriggers] : [...keptTriggers, ...droppedTriggers]).toSorted()).toEqual(triggers);
});

it('keeps only triggers that touch their own table, those of the coordinator, and the one that queues audit rows [O-4.2]', async () => {
  const { rows } = await held.database.pool.query<{
    name: string;
    table: string;
    source: string;
    others: string[];
  }>(
    `select relname || '.' || tgname as name, relname::text as "table", prosrc as source,
       array(select other.relname::text from pg_class as other where other.relnamespace = 'public'::regnamespace and other.relkind = 'r'
         and other.oid <> pg_class.oid)
       || array(select other.proname::text from pg_proc as other where other.pronamespace = 'public'::regnamespace and other.oid <> pg_proc.oid) as others
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
     where relname || '.' || tgname = any($1) and relname = any($2)`,
    [keptTriggers, [...distributedTables, ...referenceTables]],
  );
  expect(rows.map(({ name }) => name)).toContain('appointments.refuse_illegal_transition');
  const faults = rows.flatMap(({ name, source, others }) => {
    const words = new Set(source.replaceAll(/--.*$/gm, '').match(/\w+/g));
    return others.filter((other) => words.has(other)).map((other) => `${name} touches ${other}`);
  });
  expect(faults).toEqual(['audit_log.wait_for_chain touches audit_waiting']);
});

it('has keys that begin with the business in every distributed table, unique ones and those to other tables [O-4.2]', async () => {
  const loose = await names(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
     where relname = any($1) and (indisunique or indisexclusion)
       and indkey[0] <> (select attnum from pg_attribute where attrelid = indrelid and attname = 'tenant_id')`,
    [distributedTables],
  );
  expect(loose).toEqual([]);
  const pointing = await names(
    `select relname || '.' || conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
     join pg_attribute on attrelid = conrelid and attname = 'tenant_id'
     where contype = 'f' and relname = any($1)
       and (confdeltype in ('n', 'd') and attnum = any(conkey)
         or confrelid::regclass::text <> all($2) and (confrelid::regclass::text <> all($1) or conkey[1] <> attnum))`,
    [distributedTables, referenceTables],
  );
  expect(pointing).toEqual(isCitus ? [] : droppedForeignKeys);
});
