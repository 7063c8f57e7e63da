import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { continueSequences, insertTexts, readTexts, type Texts } from '../../src/commands/move/copy-table.ts';
import {
  listReferences,
  relaxConstraints,
  restoreConstraints,
} from '../../src/commands/move/relax-constraints.ts';
import { readTables, sameTexts, type Table } from '../../src/commands/move/tables.ts';

/**
 * The rows of a filled database of one release, as text. With its migrations they make a database
 * of that release on either engine.
 */
export interface ReleaseData {
  /** The release, `1.0.0`. */
  readonly release: string;
  /** The instant at which it was written; the demo's bookings are around that day. */
  readonly writtenAt: string;
  /** The names of its migrations. */
  readonly migrations: readonly string[];
  readonly tables: readonly (Table & { readonly rows: readonly Texts[] })[];
}

/** The key of the installations from which releases are kept: it guards the demo's data alone. */
export const releaseKey = Buffer.alloc(32, 'kept release').toString('base64');

const folder = fileURLToPath(new URL('../../migrations/releases', import.meta.url));

/** Reads what is kept of every release, in the order of their names. */
export function readReleases(): ReleaseData[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as ReleaseData);
}

/** Keeps a release. Returns the path of its file. */
export function writeRelease(data: ReleaseData): string {
  const path = join(folder, `${data.release}.json.gz`);
  writeFileSync(path, gzipSync(JSON.stringify(data), { level: 9 }));
  return path;
}

/** Reads every row of a database as its owner. */
export async function readRows(client: ClientBase): Promise<ReleaseData['tables']> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(sameTexts);
  const tables = [];
  for (const table of await readTables(client)) {
    const rows: Texts[] = [];
    for await (const batch of readTexts(client, table)) rows.push(...batch);
    tables.push({ ...table, rows });
  }
  await client.query('rollback');
  return tables;
}

/** Fills a database that has the release's migrations, and nothing else, as its owner. */
export async function loadRows(client: ClientBase, { tables }: ReleaseData): Promise<void> {
  const all = tables.map(({ name, columns }) => ({ name, columns }));
  await client.query('begin');
  await client.query(sameTexts);
  const references = await listReferences(client);
  await relaxConstraints(client, all);
  for (const { rows, ...table } of tables) {
    await client.query(`delete from ${escapeIdentifier(table.name)}`);
    await insertTexts(client, table, rows);
    await continueSequences(client, table);
  }
  await restoreConstraints(client, all, references);
  await client.query('commit');
}
