import { createHash, type Hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { formatAmount } from '@samay/contract/core/money';
import { roleName, Role } from '@samay/contract/core/roles';
import type { FileStore } from '../../../adapters/files/port.ts';
import { byteOrderMark, csv, textCell } from '../../../core/csv.ts';
import { storedName } from '../../files/index.ts';
import type { ZipFile } from '../../../core/zip/write-zip.ts';
import { type CsvFile, csvFiles, staffColumns } from './csv-column-queries.ts';
import {
  csvReads,
  listFiles,
  listNames,
  listStaff,
  readHead,
  type StoredPrescription,
} from './csv-queries.ts';
import { archiveFormat, archiveVersion, type Manifest, prescriptionFile, StaffLine } from './manifest.ts';
import { tableReads } from './row-queries.ts';
import { readRows, type Snapshot } from './snapshot.ts';
import { type ArchivedTable, archivedTables, auditTable } from './table-queries.ts';

/** The rows of a page: some 5 ms of work, and few enough that most are garbage before they are old. */
const pageRows = 100;

interface Making {
  readonly snapshot: Snapshot;
  readonly files: FileStore;
  readonly tenantId: string;
  readonly now: Date;
  /** The number of the last migration of this release. */
  readonly schema: string;
  /** Is told the number of rows and files that were added. */
  readonly onAdded: (count: number) => void;
}

/** Counts what an archive will have: each row twice, as JSON and as CSV, and each file. */
export async function countContents(snapshot: Snapshot): Promise<number> {
  const tables = [...archivedTables, auditTable];
  let total = 0;
  const counts = new Map<string, number>();
  for (const table of tables) {
    const rows = (await readRows(snapshot, tableReads(table).count({})))[0]?.rows ?? 0;
    counts.set(table.name, rows);
    total += rows;
  }
  for (const { table } of csvFiles) total += counts.get(table) ?? 0;
  return total + (counts.get('files') ?? 0);
}

/**
 * Lists the files of an archive, one after the other: what people read, the rows for an import, the
 * prescriptions, and the manifest. The snapshot ends before the prescriptions are read.
 */
export async function* contents(making: Making): AsyncGenerator<ZipFile> {
  const { snapshot, now, schema, tenantId } = making;
  const [head] = await readRows(snapshot, readHead({}));
  const names = new Map((await readRows(snapshot, listNames({}))).map(({ id, name }) => [id, name]));
  names.set(tenantId, 'The desk');
  const staff = (await readRows(snapshot, listStaff({}))).map(({ row }) => row);
  const sums: Record<string, { rows: number; sha256: string }> = {};
  for (const file of csvFiles) yield { name: `${file.name}.csv`, content: csvContent(making, file, names) };
  yield { name: 'staff.csv', content: bytesOf([staffCsv(staff)]) };
  for (const table of [...archivedTables, auditTable])
    yield { name: `data/${table.name}.ndjson`, content: summed(sums, table.name, jsonPages(making, table)) };
  yield { name: 'data/staff.ndjson', content: summed(sums, 'staff', once(staff)) };
  const stored = await listStored(snapshot);
  await snapshot.end();
  const missing: string[] = [];
  for (const file of stored) yield* prescription(making, file, missing);
  const manifest: Manifest = {
    format: archiveFormat,
    version: archiveVersion,
    schema,
    madeAt: now.toISOString(),
    business: {
      id: tenantId,
      name: head?.name ?? '',
      type: head?.business_type ?? null,
      lastReference: head?.last_reference ?? null,
    },
    tables: sums,
    prescriptions: stored.length,
    missing,
  };
  yield { name: 'manifest.json', content: bytesOf([`${JSON.stringify(manifest, null, 2)}\n`]) };
}

async function* csvContent(
  { snapshot, onAdded }: Making,
  file: CsvFile,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + csv([file.columns.map(({ head }) => head)]));
  const list = csvReads[file.name];
  if (!list) throw new Error(`${file.name}.csv has no statement`);
  for (let after: readonly string[] = []; ;) {
    const isFirst = after.length === 0;
    const lines = await readRows(snapshot, list({ after, most: pageRows }, { isFirst }));
    const cells = lines.map((line) =>
      file.columns.map(({ kind }, at) => writeCell(kind, line.cells[at] ?? null, names)),
    );
    if (cells.length > 0) yield Buffer.from(csv(cells));
    onAdded(lines.length);
    after = lines.at(-1)?.key ?? [];
    if (lines.length < pageRows) return;
    await turn();
  }
}

function writeCell(
  kind: CsvFile['columns'][number]['kind'],
  value: string | null,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null) return '';
  switch (kind) {
    case 'plain':
      return value;
    case 'text':
      return textCell(value);
    case 'amount':
      return formatAmount(Number(value));
    case 'person':
    case 'drawer':
      return textCell(names.get(value) ?? '');
  }
}

function staffCsv(rows: readonly string[]): string {
  const lines = rows.map((row) => {
    const { full_name: name, email, role, state, since } = StaffLine.parse(JSON.parse(row));
    return [
      textCell(name ?? ''),
      textCell(email),
      roleName[Role.parse(role)],
      state === 'member' ? 'Member' : 'Invited',
      since.slice(0, 10),
    ];
  });
  return byteOrderMark + csv([staffColumns.map(({ head }) => head), ...lines]);
}

async function* jsonPages({ snapshot, onAdded }: Making, table: ArchivedTable): AsyncGenerator<string[]> {
  const { list } = tableReads(table);
  for (let after: readonly string[] = []; ;) {
    const isFirst = after.length === 0;
    const rows = await readRows(snapshot, list({ after, most: pageRows }, { isFirst }));
    yield rows.map(({ row }) => row);
    onAdded(rows.length);
    after = rows.at(-1)?.key ?? [];
    if (rows.length < pageRows) return;
    await turn();
  }
}

async function* once(lines: readonly string[]): AsyncGenerator<string[]> {
  yield [...lines];
}

/** Writes lines, and notes their number and the hash of their bytes. */
async function* summed(
  sums: Record<string, { rows: number; sha256: string }>,
  name: string,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const bytes = Buffer.from(`${page.join('\n')}\n`);
    hash.update(bytes);
    rows += page.length;
    yield bytes;
  }
  sums[name] = { rows, sha256: hash.digest('hex') };
}

async function* bytesOf(texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function listStored(snapshot: Snapshot): Promise<StoredPrescription[]> {
  const stored: StoredPrescription[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await readRows(snapshot, listFiles({ after, most: pageRows }));
    stored.push(...page);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageRows) return stored;
  }
}

/** Adds a prescription. One that was replaced meanwhile, or whose bytes are others, is noted as missing. */
async function* prescription(
  { files, tenantId, onAdded }: Making,
  file: StoredPrescription,
  missing: string[],
): AsyncGenerator<ZipFile> {
  const content = await files.read(storedName(tenantId, file.id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  onAdded(1);
  if (!content) {
    missing.push(file.id);
    return;
  }
  const hash = createHash('sha256');
  try {
    yield { name: prescriptionFile(file), content: hashed(content, hash), isCompact: true };
  } finally {
    content.destroy();
  }
  if (hash.digest('hex') !== file.sha256) missing.push(file.id);
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
