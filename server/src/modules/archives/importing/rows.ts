import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { ArchivedTable } from '../content/table-queries.ts';
import { ZipDamaged } from '../../../core/zip/read-zip.ts';
import type { OpenArchive, Row } from './archive.ts';
import { insertRows } from './queries.ts';

/** The rows of a statement. */
const rowsPerStatement = 500;

type Change = (row: Row) => Promise<Row | undefined>;

/** Reads the rows of an archive with the ids of this installation, and inserts them. */
export interface RowInserter {
  rows(table: string): AsyncGenerator<Row>;
  /** Inserts rows of one table as they are. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Inserts a table, a row that names another one of it after that; `change` may leave a row out. */
  insertTable(table: ArchivedTable, change?: Change): Promise<void>;
}

export function rowInserter(
  tx: Tx,
  work: { readonly tenantId: string },
  { archive, ids }: { readonly archive: OpenArchive; readonly ids: ReadonlyMap<string, string> },
): RowInserter {
  async function* rows(table: string): AsyncGenerator<Row> {
    for await (const row of archive.rows(table)) {
      if (row['tenant_id'] !== archive.manifest.business.id)
        throw new ZipDamaged(`a row of ${table} is of another business`);
      yield Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' ? (ids.get(value) ?? value) : value,
        ]),
      );
    }
  }
  async function insert(table: string, all: readonly Row[]): Promise<void> {
    const [first] = all;
    if (!first) return;
    const columns = Object.keys(first).join(' ');
    await run(tx, work, insertRows({ rows: JSON.stringify(all) }, { table, columns }));
  }
  async function insertTable(table: ArchivedTable, change: Change = async (row) => row): Promise<void> {
    let waiting: Row[] = [];
    const inserted = new Set<unknown>();
    const flush = async () => {
      await insert(table.name, waiting);
      waiting = [];
    };
    let later: Row[] = [];
    for await (const read of rows(table.name)) {
      const row = await change(read);
      if (!row) continue;
      if (table.follows !== undefined && row[table.follows] !== null) {
        later.push(row);
        continue;
      }
      if (table.follows !== undefined) inserted.add(row['id']);
      waiting.push(row);
      if (waiting.length >= rowsPerStatement) await flush();
    }
    await flush();
    // Inserts those that name another row of the table, each after that one.
    while (later.length > 0) {
      const ready = later.filter((row) => inserted.has(row[table.follows ?? '']));
      if (ready.length === 0) throw new ZipDamaged(`a row of ${table.name} names one that is missing`);
      later = later.filter((row) => !inserted.has(row[table.follows ?? '']));
      for (const row of ready) inserted.add(row['id']);
      for (let at = 0; at < ready.length; at += rowsPerStatement)
        await insert(table.name, ready.slice(at, at + rowsPerStatement));
    }
  }
  return { rows, insert, insertTable };
}
