import { type ClientBase, escapeIdentifier } from 'pg';
import { type Database, DatabaseRefused } from '../../db/database.ts';
import type { EmbeddedDatabase } from '../../db/open-database.ts';
import { markAsMoved } from '../../db/engines/embedded/embedded-directory.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { pendingMigrations } from '../../db/migrate/pending-migrations.ts';
import { withOwnerConnection } from '../../db/engines/postgres/owner-connection.ts';
import { getName } from '../../db/engines/postgres/connection-error.ts';
import { copyTable } from './copy-table.ts';
import { listReferences, relaxConstraints, restoreConstraints } from './relax-constraints.ts';
import { type Contents, type Table, readContents, readTables, sameTexts } from './tables.ts';

/** The tables that the migrations themselves fill; the moved rows replace theirs. */
const filledByMigrations = ['plans'];

export interface Moved {
  /** The number of rows by table. */
  rows: Record<string, number>;
}

/**
 * Copies all of our tables from the embedded database to PostgreSQL and marks the directory as
 * moved. The target gets everything or, on any failure, nothing but empty tables; the source is
 * only read. The outbox is copied too: its waiting effects are delivered from PostgreSQL. The
 * progress of scheduled jobs is copied too; they have no other rows.
 * @param owner the address of the role that owns the target's tables
 * @throws DatabaseRefused when the target has rows already or the source waits for migrations
 */
export async function moveToPostgres(
  source: EmbeddedDatabase,
  target: Database,
  owner: string,
): Promise<Moved> {
  const waiting = await pendingMigrations(source);
  if (waiting.length > 0) {
    throw new DatabaseRefused(
      'The embedded data comes from an older version. Start this version on it once, stop it, and move again.',
    );
  }
  await migrate(target, { url: owner });
  const from = await source.pool.connect();
  try {
    const moved = await withOwnerConnection(owner, (to) =>
      inBothTransactions(from, to, () => copyEverything(from, to)),
    );
    if (source.directory !== undefined) markAsMoved(source.directory, getName(owner));
    return moved;
  } finally {
    from.release();
  }
}

/**
 * Runs work in two transactions: the source's sees one state of all tables, the target's keeps all
 * or nothing.
 */
async function inBothTransactions<T>(from: ClientBase, to: ClientBase, work: () => Promise<T>): Promise<T> {
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  try {
    await from.query(sameTexts);
    await to.query(sameTexts);
    const result = await work();
    await to.query('commit');
    return result;
  } catch (error) {
    await to.query('rollback').catch(() => undefined); // the first error says more; a lost connection rolls back automatically
    throw error;
  } finally {
    await from.query('rollback');
  }
}

async function copyEverything(from: ClientBase, to: ClientBase): Promise<Moved> {
  const tables = await readTables(from);
  await assertSameTables(to, tables);
  const references = await listReferences(to);
  await relaxConstraints(to, tables);
  await assertEmptyTables(to, tables);
  for (const name of filledByMigrations) await to.query(`delete from ${escapeIdentifier(name)}`);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    await copyTable(from, to, table);
    rows[table.name] = (await compare(from, to, table)).rows;
  }
  await restoreConstraints(to, tables, references);
  return { rows };
}

async function assertSameTables(to: ClientBase, tables: Table[]): Promise<void> {
  const getColumns = (list: Table[]) =>
    JSON.stringify(
      list.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
    );
  if (getColumns(await readTables(to)) === getColumns(tables)) return;
  throw new DatabaseRefused(
    'The target has other tables in its schema public than Samay. Create a database of its own for it.',
  );
}

async function assertEmptyTables(to: ClientBase, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    if (filledByMigrations.includes(name)) continue;
    const { rowCount } = await to.query(`select from ${escapeIdentifier(name)} limit 1`);
    if (rowCount)
      throw new DatabaseRefused(
        `The target is not empty: its table ${name} has rows. Give DATABASE_URL an empty database.`,
      );
  }
}

async function compare(from: ClientBase, to: ClientBase, table: Table): Promise<Contents> {
  const here = await readContents(from, table);
  const there = await readContents(to, table);
  if (here.rows !== there.rows || here.checksum !== there.checksum) {
    throw new Error(
      `the copy of ${table.name} differs: ${here.rows} rows became ${there.rows}, or their values changed`,
    );
  }
  return here;
}
