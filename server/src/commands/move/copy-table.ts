import { type ClientBase, escapeIdentifier } from 'pg';
import type { Table } from './tables.ts';

const batchRows = 500;

/**
 * Copies a table's rows as text, so that no value passes through JavaScript's own types: a Date
 * would lose microseconds.
 */
export async function copyTable(source: ClientBase, target: ClientBase, table: Table): Promise<void> {
  for await (const rows of readTexts(source, table)) await insertTexts(target, table, rows);
  await continueSequences(target, table);
}

/** The values of a row as text, in the order of the table's columns. */
export type Texts = readonly (string | null)[];

/** Reads a table's rows in batches, within a transaction. */
export async function* readTexts(source: ClientBase, { name, columns }: Table): AsyncGenerator<Texts[]> {
  const texts = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ');
  await source.query(`declare moving no scroll cursor for select ${texts} from ${escapeIdentifier(name)}`);
  for (;;) {
    const { rows } = await source.query<(string | null)[]>({
      text: `fetch ${batchRows} from moving`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await source.query('close moving');
}

/** Inserts rows, each value read from its text. */
export async function insertTexts(target: ClientBase, table: Table, rows: readonly Texts[]): Promise<void> {
  await target.query(
    getInsert(table),
    table.columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

/** Inserts from one array of texts per column. */
function getInsert({ name, columns }: Table): string {
  const names = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const values = columns.map((column, index) => `c${index}::${column.type}`).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  return `insert into ${escapeIdentifier(name)} (${names}) overriding system value select ${values} from unnest(${arrays}) as moved(${aliases})`;
}

/** Lets a table's sequences go on after its rows. */
export async function continueSequences(target: ClientBase, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    if (column.sequence === null) continue;
    await target.query(
      `select setval($1, coalesce(max(${escapeIdentifier(column.name)}), 1), count(*) > 0) from ${escapeIdentifier(name)}`,
      [column.sequence],
    );
  }
}
