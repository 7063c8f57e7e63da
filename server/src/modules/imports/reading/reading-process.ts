import { once } from 'node:events';
import type { ErrorCode } from '@samay/contract/core/errors';
import type { RecognisedFile } from '@samay/contract/imports/columns';
import type { ImportKind, ReadRow } from '@samay/contract/imports/rows';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { findHeads, isRow, mostAbove, Recognition } from '../recognition/recognise.ts';
import { readRow, type RowsAbout } from '../recognition/rows.ts';
import type { Line } from './cells.ts';
import { readLines } from './read-lines.ts';

/** The task of this process: to recognise the columns of a file, or to read its rows. */
export type ReadingTask = {
  /** The name that the browser gives; untrusted. */
  readonly fileName: string;
} & ({ readonly recognise: ImportKind } | { readonly rows: RowsAbout });

/** The lines on the standard output of this process, each a JSON text: the last one is not `rows`. */
export type ReadingAnswer =
  | { readonly rows: readonly ReadRow[] }
  | { readonly recognised: RecognisedFile }
  | { readonly end: true }
  | { readonly refused: ErrorCode }
  | { readonly failed: string };

const rowsAtOnce = 200;

// The file comes on the standard input, so that it is on no disk in the clear, and the task as the argument.
const task = JSON.parse(process.argv[2] ?? '') as ReadingTask;
// The server has ended, or needs no more rows.
process.stdout.on('error', () => process.exit());
await answer(await read());

async function read(): Promise<ReadingAnswer> {
  try {
    const lines = readLines(await readInput(), task.fileName);
    if ('recognise' in task) return { recognised: await recognise(lines, task.recognise) };
    await readRows(lines, task.rows);
    return { end: true };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function recognise(lines: AsyncIterable<Line>, kind: ImportKind): Promise<RecognisedFile> {
  const recognition = new Recognition(kind);
  for await (const line of lines) recognition.add(line);
  const recognised = recognition.end();
  assertThat(recognised.rows > 0, 'import.empty');
  return recognised;
}

async function readRows(lines: AsyncIterable<Line>, about: RowsAbout): Promise<void> {
  const first: Line[] = [];
  let heads: ReturnType<typeof findHeads> | undefined;
  let rows: ReadRow[] = [];
  const take = async (line: Line) => {
    heads ??= findHeads(first);
    if (isRow(line, heads)) rows.push(readRow(line, about));
    if (rows.length < rowsAtOnce) return;
    await answer({ rows });
    rows = [];
  };
  for await (const line of lines) {
    if (first.length < mostAbove) first.push(line);
    if (first.length < mostAbove) continue;
    if (heads === undefined) for (const each of first) await take(each);
    else await take(line);
  }
  if (heads === undefined) for (const each of first) await take(each);
  await answer({ rows });
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answer(told: ReadingAnswer): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(told)}\n`)) await once(process.stdout, 'drain');
}
