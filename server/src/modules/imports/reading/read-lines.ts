import { AppError, assertThat } from '../../../core/app-error.ts';
import { mostImportRows } from '@samay/contract/imports/rows';
import type { Line } from './cells.ts';
import { csvLines } from './csv-lines.ts';
import { workbookLines } from './workbook.ts';

/** Lines above the rows: titles, and heads of two lines. */
const mostAbove = 50;
const textExtensions = ['csv', 'tsv', 'txt'];
const startOfZip = Buffer.from('504b0304', 'hex');
/** Begins a workbook of Excel 97, and one of today that opens with a password. */
const startOfCompound = Buffer.from('d0cf11e0', 'hex');

/**
 * Reads the lines of a file by its content; the name must fit it. Lines without a value are left out.
 * A formula is never evaluated: the value that was saved with it counts.
 * @throws AppError `import.…` as soon as the file turns out not to be readable
 */
export async function* readLines(content: Buffer, fileName: string): AsyncGenerator<Line> {
  let count = 0;
  for await (const { line, cells } of getLines(content, fileName)) {
    const last = cells.findLastIndex((cell) => cell !== '');
    if (last === -1) continue;
    count += 1;
    assertThat(count <= mostImportRows + mostAbove, 'import.too_many_rows');
    yield { line, cells: cells.slice(0, last + 1) };
  }
  assertThat(count > 0, 'import.empty');
}

function getLines(content: Buffer, fileName: string): AsyncGenerator<Line> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const begins = (bytes: Buffer) => content.subarray(0, bytes.length).equals(bytes);
  if (begins(startOfCompound) && ['xls', 'xlsx'].includes(extension))
    throw new AppError('import.old_workbook');
  const isText = textExtensions.includes(extension);
  assertThat(isText || extension === 'xlsx', 'import.wrong_type');
  assertThat(content.length > 0, 'import.empty');
  assertThat(begins(startOfZip) !== isText && !begins(startOfCompound), 'import.other_content');
  return isText ? csvLines(content) : workbookLines(content);
}
