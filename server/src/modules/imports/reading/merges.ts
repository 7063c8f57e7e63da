/** The cells of a sheet that show the value of a cell above them, with which they are merged. */
export interface Merges {
  /** By line: each column with the line of its value. */
  readonly below: ReadonlyMap<number, readonly { readonly column: number; readonly top: number }[]>;
  /** The lines whose values are needed below. */
  readonly tops: ReadonlySet<number>;
}

const endOfData = '</sheetData>';
/** The most characters behind the data that are searched, and lines that take a value from above. */
const mostSearched = 4 * 1024 * 1024;
const mostFilled = 200_000;
const merge = /mergeCell ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;

/**
 * Reads which cells are merged with the one above: the sheet says so behind its data, so that it is
 * unpacked twice. A value that is merged over columns stays in the first one.
 */
export async function readMerges(content: AsyncIterable<Buffer>): Promise<Merges> {
  const text = await readEnd(content);
  const below = new Map<number, { column: number; top: number }[]>();
  const tops = new Set<number>();
  let filled = 0;
  for (const [, column = '', from = '', , to = ''] of text.matchAll(merge)) {
    const top = Number(from);
    filled += Math.max(0, Number(to) - top);
    if (filled > mostFilled) break;
    if (Number(to) > top) tops.add(top);
    for (let line = top + 1; line <= Number(to); line += 1) {
      const cells = below.get(line) ?? [];
      cells.push({ column: columnNumber(column), top });
      below.set(line, cells);
    }
  }
  return { below, tops };
}

/** Returns the number of a column from 0 by its letters: `A`, `AB`. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + (letter.codePointAt(0) ?? 64) - 64;
  return number - 1;
}

async function readEnd(content: AsyncIterable<Buffer>): Promise<string> {
  let kept = '';
  let isBehind = false;
  for await (const chunk of content) {
    kept += chunk.toString('latin1');
    const end: number = isBehind ? 0 : kept.indexOf(endOfData);
    isBehind ||= end !== -1;
    if (end > 0) kept = kept.slice(end);
    else if (!isBehind) kept = kept.slice(-endOfData.length);
    if (kept.length > mostSearched) break;
  }
  return isBehind ? kept : '';
}
