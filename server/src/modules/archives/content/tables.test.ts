import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts';
import { csvFiles } from './csv-column-queries.ts';
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

/**
 * The columns that no line of a CSV file shows, by table: ids, what the database or a screen needs, and parts of
 * what other columns say. Another column has its place in csv-column-queries.ts, or here.
 */
const onlyInData: Readonly<Record<string, string>> = {
  patients: 'id kept_since merged_at person_key prescriptions search_text',
  appointments: `buffer_after_min buffer_before_min called_at calls cancel_id closing_id confirmed_at counts_in_plan
    currency delay_min free_until gets_reminders guest_note link_version own_change paid_by patient_id payment_id
    revenue_paise search_text series_id service_id skipped_at starts_at status_set_at status_set_by token token_day
    updated_at waived_paise`,
  payments:
    'allowed_paise cancel_id corrects_drawer_id corrects_period drawer_id drawer_period id of_id pair_id',
  charges: 'id kind of_id',
  discounts: 'id',
  papers: 'id made_at patient_id position series',
  drawer_closes: 'confirmed handed_to_drawer id methods notes reopened_by',
  drawer_entries: 'close_id id',
  files: 'display_name sha256',
  services: 'by_every_resource created_at grid_min id position updated_at',
  resources: `colour created_at id is_part late_at late_min late_until name_key position token_day token_last
    token_letter updated_at whole_is_part`,
  weekly_hours: 'id',
  hour_exceptions: 'created_at id',
  audit_log: 'id noun request_id',
};

it('shows each column of a table in its CSV file, or says that it does not [P-15.30]', async () => {
  const columns = await rows<{
    table: string;
    name: string;
  }>(`select relname::text as table, attname::text as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attname <> 'tenant_id'`);
  // settings.csv has a line for every column.
  for (const file of csvFiles.filter(({ name }) => name !== 'settings')) {
    const words = file.columns.map(({ value }) => value).join(' ');
    const shown = (name: string) =>
      new RegExp(String.raw`\b${file.table}\.${name}\b`).test(`${words} ${file.joined}`);
    const left = columns.filter(({ table, name }) => table === file.table && !shown(name));
    const expected = onlyInData[file.table]?.split(/\s+/) ?? [];
    expect([file.name, ...left.map(({ name }) => name).toSorted()]).toEqual([file.name, ...expected]);
  }
});
