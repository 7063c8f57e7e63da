import { createHash } from 'node:crypto';
import { archiveVersion, Manifest, StaffLine } from '../content/manifest.ts';
import { archivedTables } from '../content/table-queries.ts';
import { openZip, type ZipArchive, ZipDamaged } from '../../../core/zip/read-zip.ts';
import { newestMigration } from './queries.ts';

/** A refused import; the message is a sentence for the operator. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

export type Row = Readonly<Record<string, unknown>>;

/** An archive whose files are whole. */
export interface OpenArchive {
  readonly manifest: Manifest;
  readonly staff: readonly StaffLine[];
  /** Reads the rows of a table. */
  rows(table: string): AsyncGenerator<Row>;
  /** Streams another file. */
  file(name: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** The longest row: a paper with its text has some thousand characters. */
const longestRow = 4_000_000;
const longestManifest = 64 * 1024 * 1024;

/**
 * Opens an archive, and compares each of its files with the manifest. @throws ImportRefused where it is
 * damaged, of a later version, or no archive
 */
export async function openArchive(path: string): Promise<OpenArchive> {
  const zip = await openZip(path).catch((error: unknown) => refuse(error, path));
  try {
    const manifest = await readManifest(zip);
    await checkSums(zip, manifest);
    const staff: StaffLine[] = [];
    for await (const row of rowsIn(zip, 'staff')) staff.push(StaffLine.parse(row));
    return {
      manifest,
      staff,
      rows: (table) => rowsIn(zip, table),
      file: (name) => zip.read(name),
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    return refuse(error, path);
  }
}

/** Says why an archive is refused. Other errors than of its content are passed on. */
function refuse(error: unknown, path: string): never {
  if (error instanceof ImportRefused) throw error;
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
    throw new ImportRefused(`The file ${path} cannot be read.`);
  if (error instanceof ZipDamaged || error instanceof SyntaxError || (error as Error).name === 'ZodError')
    throw new ImportRefused(
      `The archive is damaged or no archive of Samay${error instanceof ZipDamaged ? `: ${error.message}` : ''}. Nothing was imported. Download it again.`,
      { cause: error },
    );
  throw error;
}

async function readManifest(zip: ZipArchive): Promise<Manifest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of zip.read('manifest.json')) {
    bytes += chunk.length;
    if (bytes > longestManifest) throw new ZipDamaged('its manifest is too long');
    chunks.push(chunk);
  }
  const raw = JSON.parse(Buffer.concat(chunks).toString()) as { version?: unknown; schema?: unknown };
  const isLater =
    (typeof raw.version === 'number' && raw.version > archiveVersion) ||
    (typeof raw.schema === 'string' && /^\d{4}$/.test(raw.schema) && raw.schema > newestMigration());
  if (isLater)
    throw new ImportRefused('A later version of Samay made the archive. Upgrade this installation first.');
  return Manifest.parse(raw);
}

async function checkSums(zip: ZipArchive, { tables }: Manifest): Promise<void> {
  for (const name of [...archivedTables.map((table) => table.name), 'staff']) {
    const hash = createHash('sha256');
    for await (const chunk of zip.read(`data/${name}.ndjson`)) hash.update(chunk);
    if (hash.digest('hex') !== tables[name]?.sha256)
      throw new ZipDamaged(`its file data/${name}.ndjson is not the one of its manifest`);
  }
}

async function* rowsIn(zip: ZipArchive, table: string): AsyncGenerator<Row> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  let rest = '';
  for await (const chunk of zip.read(`data/${table}.ndjson`)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestRow) throw new ZipDamaged(`a row of ${table} is too long`);
    for (const line of lines) yield JSON.parse(line) as Row;
  }
}
