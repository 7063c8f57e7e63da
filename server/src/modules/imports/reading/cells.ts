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

/** Replaces the escapes of workbooks, `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
