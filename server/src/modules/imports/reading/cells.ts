import { longestCell } from '@samay/contract/imports/rows';

/** A line of a file that has a value: the line's number, from 1, and its cells. */
export interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Returns the text of a cell in one line: control characters, line ends and tabs are spaces, half
 * characters are left out, and what is longer than a cell may be is cut.
 */
export function cellText(text: string): string {
  const plain = text
    .slice(0, 2 * longestCell)
    .replaceAll(/\p{Cs}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return plain.length <= longestCell ? plain : plain.slice(0, longestCell).replace(/\p{Cs}$/u, '');
}

/**
 * Returns a cell of a text file without the apostrophes that products write around each value, or before one
 * that a spreadsheet should not calculate or shorten.
 */
export function withoutApostrophes(cell: string): string {
  if (cell.length > 1 && cell.startsWith("'") && cell.endsWith("'")) return cell.slice(1, -1).trim();
  return /^'[=+\-@\d]/.test(cell) ? cell.slice(1) : cell;
}

/** Replaces the escapes of workbooks, `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
