import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mostImportColumns } from '@samay/contract/imports/rows';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { cellText, type Line, withoutApostrophes } from './cells.ts';
import { decodedText } from './text-encoding.ts';

/** The separators that are tried, the most usual one first. */
const delimiters = [',', ';', '\t', '|'];
/** The characters from which the separator is concluded. */
const sampled = 64 * 1024;
/** Excel's own line that names the separator. */
const separatorLine = /^sep=(.)\r?\n/i;

const options: Options = {
  relax_column_count: true,
  relax_quotes: true,
  // A quote that is never closed would swallow the file.
  max_record_size: 200_000,
};

/** Reads the lines of a text with separators. */
export async function* csvLines(content: Buffer): AsyncGenerator<Line> {
  const texts = decodedText(content);
  const first = String(texts.next().value ?? '');
  const named = separatorLine.exec(first);
  const start = named ? first.slice(named[0].length) : first;
  const delimiter = named?.[1] ?? findDelimiter(start);
  const parser = parse({ ...options, delimiter, info: true });
  const from = function* () {
    yield start;
    yield* texts;
  };
  const done = pipeline(Readable.from(from()), parser);
  done.catch(() => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const cells = record.map((cell) => withoutApostrophes(cellText(cell)));
      const last = cells.findLastIndex((cell) => cell !== '');
      assertThat(last < mostImportColumns, 'import.too_many_columns');
      yield { line: info.lines + (named ? 1 : 0), cells: cells.slice(0, last + 1) };
    }
    await done;
  } catch (error) {
    throw error instanceof CsvError ? new AppError('import.damaged') : error;
  }
}

/** Returns the separator by which the most lines have the same number of columns. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, sampled);
  const whole = sample.slice(0, sample.lastIndexOf('\n') + 1) || sample;
  const scored = delimiters.map((delimiter) => ({ delimiter, score: scoreDelimiter(whole, delimiter) }));
  const best = scored.reduce((most, other) => (other.score > most.score ? other : most));
  return best.delimiter;
}

function scoreDelimiter(text: string, delimiter: string): number {
  let records: string[][];
  try {
    records = parseText(text, { ...options, delimiter, skip_empty_lines: true, to: 100 });
  } catch {
    return 0;
  }
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...Array.from(counts, ([columns, lines]) => (columns - 1) * lines));
}
