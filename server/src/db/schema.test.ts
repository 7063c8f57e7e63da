import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/fixtures/database.ts';
import { asOwner } from '../../test/fixtures/owner.ts';

// Compares schema.ts and booking-schema.ts, which are written by hand and read as text here, with
// the migrated tables.

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly data_type: string;
  readonly column_default: string | null;
  readonly is_generated: 'ALWAYS' | 'NEVER';
}

/** The TypeScript type of a column by its PostgreSQL type, as column-parsers.ts converts it. */
const readAs: Record<string, RegExp> = {
  uuid: /^string$/,
  text: /^(string|'[^|]+'( \| '[^|]+')*)$/,
  date: /^string$/,
  'time without time zone': /^string$/,
  'timestamp with time zone': /^Date$/,
  integer: /^number$/,
  bigint: /^number$/,
  boolean: /^boolean$/,
  bytea: /^Buffer$/,
  jsonb: /^(unknown|TimeSlot\[\]|PaidBy|CountedNotes|PaperContent)$/,
  ARRAY: /^(string|number)\[\]$/,
  tstzrange: /^string$/,
};

const allColumns = `select table_name, column_name, is_nullable, data_type, column_default, is_generated
  from information_schema.columns where table_schema = 'public'
    and table_name not in ('schema_migrations', 'citus_schemas', 'citus_tables') order by table_name, ordinal_position`;

const source = ['./booking-schema.ts', './schema.ts']
  .map((file) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8'))
  .join('\n');
const interfaces = new Map(
  [...source.matchAll(/interface (\w+) \{\n([\s\S]*?)\n\}/g)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]),
);
const written = new Map(
  [...linesOf('Schema')].map(
    ([table, text]) => [table, text.startsWith('{') ? inlineColumns(text) : linesOf(text)] as const,
  ),
);

let test: TestDatabase;
let columns: Column[];
beforeAll(async () => {
  test = await testDatabase();
  columns = await asOwner(test, async (client) => (await client.query<Column>(allColumns)).rows);
});
afterAll(() => test.close());

it('has the tables that the migrations made [P-1.8]', () => {
  expect([...written.keys()].toSorted()).toEqual(
    [...new Set(columns.map((column) => column.table_name))].toSorted(),
  );
  expect(written.size).toBeGreaterThan(10);
});

describe.each([...written.keys()])('%s', (table) => {
  it('has its columns, each as it may be read and left out [P-1.8]', () => {
    const own = columns.filter((column) => column.table_name === table);
    const lines = written.get(table) ?? new Map<string, string>();
    expect([...lines.keys()].toSorted()).toEqual(own.map((column) => column.column_name).toSorted());
    for (const column of own) {
      const about = whatIsWritten(lines.get(column.column_name) ?? '');
      expect([column.column_name, about.isNullable]).toEqual([
        column.column_name,
        column.is_nullable === 'YES',
      ]);
      expect([column.column_name, readAs[column.data_type]?.test(about.read)]).toEqual([
        column.column_name,
        true,
      ]);
      if (about.mayBeLeftOut)
        expect([column.column_name, column.column_default ?? column.is_generated]).not.toEqual([
          column.column_name,
          'NEVER',
        ]);
      if (column.is_generated === 'ALWAYS')
        expect([column.column_name, about.isWritable]).toEqual([column.column_name, false]);
    }
  });
});

/** Reads name and type from lines like `  name: type;`. */
function linesOf(name: string): Map<string, string> {
  const body = interfaces.get(name) ?? '';
  return new Map([...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

function inlineColumns(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/(\w+): ([^;}]+?)(?:;| })/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function whatIsWritten(type: string) {
  const isNullable = / \| null>?$/.test(type);
  const bare = type.replace(/ \| null(>?)$/, '$1');
  const wrapped = /^(Generated|Default|Json)<(.+)>$/.exec(bare);
  const column = /^ColumnType<(.+), (.+), (.+)>$/.exec(bare);
  return {
    isNullable,
    read: wrapped?.[2] ?? column?.[1] ?? bare,
    mayBeLeftOut:
      wrapped?.[1] === 'Generated' ||
      wrapped?.[1] === 'Default' ||
      (column?.[2]?.includes('undefined') ?? false),
    isWritable: column?.[2] !== 'never',
  };
}
