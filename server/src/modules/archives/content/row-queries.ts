import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import type { ArchivedTable } from './table-queries.ts';

/** A row of a table as JSON, with its key as texts. */
interface RowText {
  readonly row: string;
  readonly key: readonly string[];
}

/** The statements of a table: the rows after a key, or the first ones, and the number of all. */
export interface TableReads {
  readonly list: (values: PageValues, shape: PageShape) => Statement<RowText>;
  readonly count: (values: object) => Statement<{ rows: number }>;
}

export interface PageValues {
  /** The key of the last row before; any for the first page. */
  readonly after: readonly string[];
  readonly most: number;
}

export interface PageShape {
  readonly [name: string]: boolean;
  /** Whether it is the first page: another text, because a plan for both would read all rows before. */
  readonly isFirst: boolean;
}

const built = new Map<string, TableReads>();

/** Returns the statements of a table. A row is its JSON as PostgreSQL writes it: no value loses digits. */
export function tableReads(table: ArchivedTable): TableReads {
  const known = built.get(table.name);
  if (known) return known;
  const { name, key, computed = [] } = table;
  const text = computed.reduce<RawBuilder<unknown>>(
    (row, column) => sql`${row} - ${sql.lit(column)}::text`,
    sql`to_jsonb(${sql.table(name)})`,
  );
  const reads: TableReads = {
    list: statement<PageValues, RowText, { isFirst: boolean }>(
      (_, { tenantId, after, most }, { isFirst }) => sql<RowText>`
        select (${text})::text as row, ${keyTexts(name, key)} as key from ${sql.table(name)}
        where ${sql.table(name)}.tenant_id = ${tenantId} ${isFirst ? sql`` : sql`and ${isAfter(name, key, after)}`}
        order by ${order(name, key)} limit ${most}`,
    ),
    count: statement<object, { rows: number }>(
      (_, { tenantId }) => sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(name)} where tenant_id = ${tenantId}`,
    ),
  };
  built.set(name, reads);
  return reads;
}

type Key = ArchivedTable['key'];

/** Returns the columns of a key as an array of texts. */
export function keyTexts(table: string, key: Key): RawBuilder<unknown> {
  const texts = keyColumns(table, key).map((column) => sql`${column}::text`);
  return texts.length === 0 ? sql`array['']` : sql`array[${sql.join(texts)}]`;
}

/** Returns the order of the rows by their key. */
export function order(table: string, key: Key): RawBuilder<unknown> {
  const columns = keyColumns(table, key);
  return columns.length === 0 ? sql`${sql.ref(table)}.tenant_id` : sql.join(columns);
}

/** Matches the rows after a key; none after that of a table with one row. */
export function isAfter(table: string, key: Key, after: unknown): RawBuilder<boolean> {
  const values = Object.values(key).map(
    (type, at) => sql`(${after}::text[])[${sql.lit(at + 1)}]::${sql.raw(type)}`,
  );
  if (values.length === 0) return sql<boolean>`${after}::text[] is null`;
  return sql<boolean>`(${sql.join(keyColumns(table, key))}) > (${sql.join(values)})`;
}

function keyColumns(table: string, key: Key): RawBuilder<unknown>[] {
  return Object.keys(key).map((name) => sql`${sql.table(table)}.${sql.ref(name)}`);
}
