import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts';
import { archivedTables, auditTable, leftOut } from './table-queries.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

async function rows<Row>(text: string): Promise<Row[]> {
  return (await test.database.pool.query(text)).rows as Row[];
}

const named = [...archivedTables, auditTable];

it('places each table of a business in an archive, or leaves it out with a reason [P-15.31]', async () => {
  const found = await rows<{ name: string }>(`select relname::text as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
  const placed = [...named.map(({ name }) => name), ...Object.keys(leftOut)];
  expect(placed.toSorted()).toEqual(found.map(({ name }) => name).toSorted());
});

it('names the key and the computed columns of each table as the database has them [P-15.30]', async () => {
  const computed = await rows<{ name: string; columns: string[] }>(`select relname::text as name,
    array_agg(attname::text order by attnum) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attgenerated <> '' group by 1`);
  const keys = await rows<{ name: string; columns: string[] }>(`select relname::text as name,
    array_agg(attname::text order by array_position(indkey::int[], attnum::int)) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indisprimary group by 1`);
  for (const table of named) {
    expect([table.name, table.computed ?? []]).toEqual([
      table.name,
      computed.find(({ name }) => name === table.name)?.columns ?? [],
    ]);
    const key = keys.find(({ name }) => name === table.name)?.columns.filter((name) => name !== 'tenant_id');
    // The log is paged in the order of its acts.
    const own = table === auditTable ? ['id'] : Object.keys(table.key);
    expect([table.name, own.toSorted()]).toEqual([table.name, key?.toSorted()]);
  }
});
