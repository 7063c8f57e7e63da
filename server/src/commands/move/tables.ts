import { type ClientBase, escapeIdentifier } from 'pg';

/** One of our tables, with the columns that are stored rather than computed. */
export interface Table {
  name: string;
  columns: Column[];
}

interface Column {
  name: string;
  /** The type in SQL: `timestamp with time zone`, `text[]`. */
  type: string;
  /** The sequence from which its default takes numbers. */
  sequence: string | null;
}

/** The contents that must be equal in two databases after the move. */
export interface Contents {
  rows: number;
  checksum: string;
}

/**
 * Lists every table of schema public except `schema_migrations`, which the target's own migrations
 * fill.
 */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Column & { table: string }>(`
    select relname::text as "table", attname::text as name, format_type(atttypid, atttypmod) as type,
      pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and relname <> 'schema_migrations'
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attname`);
  const tables = new Map<string, Table>();
  for (const { table, ...column } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] };
    tables.set(table, { ...known, columns: [...known.columns, column] });
  }
  return [...tables.values()];
}

/** Counts a table's rows and sums a digest of each, in any order. */
export async function readContents(client: ClientBase, { name, columns }: Table): Promise<Contents> {
  const texts = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ');
  const { rows } = await client.query<Contents>(`
    select count(*) as rows, coalesce(sum(('x' || left(md5(row(${texts})::text), 15))::bit(60)::bigint), 0)::text as checksum
    from ${escapeIdentifier(name)}`);
  const [contents] = rows;
  if (!contents) throw new Error(`counting ${name} gave no answer`);
  return contents;
}

/** Makes both sides write values as equal text: instants in UTC, days as ISO 8601. */
export const sameTexts = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;
