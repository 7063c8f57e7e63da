import { stringify } from 'csv-stringify/sync';

/** The byte order mark, by which Excel recognises UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Begins a cell of digits that are text. After a tab inside quotes Excel and LibreOffice read neither
 * a number nor a date, and show nothing of it (decision 0110).
 */
const textMark = '\t';

/** A cell that a spreadsheet may calculate, in wide characters too; not a number with a sign. */
const formula = /^[=@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^[+-](?![\d\s().,/+-]*$)/;

/** The beginning of a text that a spreadsheet may read as a number, an amount, a day or a time. */
const startOfValue =
  /^(?:[^\p{L}]*\p{Nd}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[^\p{L}\p{Nd}]*\p{Nd}|(?:inr|rs|usd)[^\p{L}]*\p{Nd}|(?:true|false)$)/iu;

/**
 * Returns the cell of a text that people typed or a provider gave: `0123` keeps its zero, and a card
 * slip its last digits.
 */
export function textCell(text: string): string {
  return startOfValue.test(text) && !formula.test(text) ? textMark + text : text;
}

/** Writes CSV. A cell that a spreadsheet would calculate is prefixed with an apostrophe. */
export function csv(lines: string[][]): string {
  return stringify(
    lines.map((cells) => cells.map(inertCell)),
    // The writer would not quote a tab or a line end alone.
    { quoted_match: /[\t\r\n]/, record_delimiter: '\r\n' },
  );
}

/** Returns a cell that no spreadsheet calculates. */
function inertCell(text: string): string {
  const content = text.startsWith(textMark) ? text.slice(1) : text;
  return formula.test(content) ? `'${text}` : text;
}
