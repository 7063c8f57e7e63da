import { type Import, type ImportRow, listImportRows } from '@samay/contract/imports/imports';
import { call } from '../../../lib/api/api.ts';

const rowsAtOnce = 500;
/** A cell that a spreadsheet would calculate; a telephone number with its sign is none. */
const formula = /^(?:[=@\t\r]|[+-](?![\d\s()-]*$))/;

/** Reads the rows that need work, and writes them as CSV with their reasons in a last column. */
export async function getWorkCsv({ id, heads }: Import): Promise<string> {
  const lines = [[...heads, 'Reason']];
  let cursor: string | undefined;
  do {
    const query = { outcome: 'refused' as const, limit: rowsAtOnce, ...(cursor !== undefined && { cursor }) };
    const page = await call(listImportRows, { params: { id }, query });
    lines.push(...page.items.map((row) => toLine(row, heads.length)));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return lines.map((cells) => cells.map(toCell).join(',')).join('\r\n');
}

function toLine({ cells, problems }: ImportRow, columns: number): string[] {
  const own = Array.from({ length: columns }, (_, at) => cells[at] ?? '');
  return [...own, problems.map(({ text }) => text).join('; ')];
}

function toCell(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n\t]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
