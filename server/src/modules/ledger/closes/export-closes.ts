import type { FastifyReply } from 'fastify';
import { formatAmount, type PaymentMethod } from '@samay/contract/core/money';
import type { DayRange } from '@samay/contract/core/day-range';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { eachBatch, rowsPerBatch } from '../../../core/batches.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { sumsByMethod, totalOf } from '../rows/payment-rows.ts';
import { type ClosedPeriodRow, listClosesAfter } from '../drawers/close-queries.ts';
import { addUp } from './closes.ts';
import type { EntryKind } from '../drawers/queries.ts';
import { expectedCash } from '../drawers/sums.ts';

const methods: readonly PaymentMethod[] = ['Cash', 'UPI', 'Card', 'Net Banking', 'Wallet', 'Online'];

const entryNames: Record<EntryKind, string> = {
  expense: 'Expense',
  cash_in: 'Cash in',
  cash_out: 'Cash out',
  handover: 'Handed over',
  float: 'Opening counted',
};

/** The lines of a file as cells by the names of their columns; what is left out is empty. */
type Line = Partial<Record<(typeof heads)[number], string>>;

const heads = [
  'Kind',
  'Date',
  'Time',
  'Drawer',
  'By',
  'Opening (INR)',
  ...methods.map((method) => `${method} (INR)` as const),
  'Cash In (INR)',
  'Cash Out (INR)',
  'Expenses (INR)',
  'Expected (INR)',
  'Counted (INR)',
  'Difference (INR)',
  'Cash Corrected (INR)',
  'Handed Over (INR)',
  'Handed Over To',
  'Petty Cash (INR)',
  'Other Cash (INR)',
  'Correction (INR)',
  'Reason',
] as const;

/**
 * Exports the closes of a range of days as CSV, oldest first: a line each, a line for each row of
 * its petty cash and for each correction, and the sums of what was not reopened in the last line. The export is audited.
 */
export async function exportCloses(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<FastifyReply> {
  const { from, to } = query;
  const { byteOrderMark, csv, textCell } = await import('../../../core/csv.ts');
  const parts: string[] = [];
  const closes: ClosedPeriodRow[] = [];
  await eachBatch<ClosedPeriodRow>(
    async (last) => {
      const { micros, id } = last ?? { micros: 0, id: '00000000-0000-0000-0000-000000000000' };
      const after = listClosesAfter({ from, to, micros, id, limit: rowsPerBatch });
      return (await readInOneMessage(context, { rows: after })).rows;
    },
    (rows) => {
      const lines = rows.flatMap((row) => periodLines(row, context.tenantId, textCell));
      if (lines.length > 0) parts.push(csv(lines.map((line) => heads.map((head) => line[head] ?? ''))));
      closes.push(...rows);
    },
  );
  await inTenant({ ...context, isShown: false }, async (tx) =>
    audit(tx, context, 'drawer.closes_exported', context.tenantId, { from, to, rows: closes.length }),
  );
  const foot = footLine(closes.filter(({ reopened_at: reopened }) => reopened === null));
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="closes_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(
      [byteOrderMark, csv([[...heads]]), ...parts, csv([heads.map((head) => foot[head] ?? '')])].join(''),
    );
}

/** Returns the lines of a close: its own, and one for each row of petty cash. */
function periodLines(row: ClosedPeriodRow, tenantId: string, text: (text: string) => string): Line[] {
  const drawer = text(row.drawer_id === tenantId ? 'The desk' : (row.holder_name ?? ''));
  const isReopened = row.reopened_at !== null;
  const notes = [row.note, isReopened ? `Reopened: ${row.reopened_reason ?? ''}` : null];
  const close: Line = {
    Kind: isReopened ? 'Reopened close' : 'Close',
    Date: indiaDate(row.closed_at),
    Time: indiaTime(row.closed_at),
    Drawer: drawer,
    By: text(row.closed_name ?? ''),
    'Opening (INR)': formatAmount(row.opening_paise),
    ...methodCells(Object.entries(row.methods).map(([method, total]) => ({ method, total }))),
    'Cash In (INR)': formatAmount(row.cash_in_paise),
    'Cash Out (INR)': formatAmount(row.cash_out_paise),
    'Expenses (INR)': formatAmount(row.expenses_paise),
    'Expected (INR)': formatAmount(expectedCash(row)),
    'Counted (INR)': formatAmount(row.counted_paise),
    'Difference (INR)': formatAmount(row.counted_paise - expectedCash(row)),
    'Cash Corrected (INR)': formatAmount(row.corrected_paise),
    'Handed Over (INR)': formatAmount(row.handed_over_paise),
    'Handed Over To': text(handedToText(row, tenantId)),
    Reason: text(notes.filter((note) => note !== null).join('; ')),
  };
  const entries = row.entries.map((entry): Line => ({
    Kind: entryNames[entry.kind],
    Date: indiaDate(new Date(entry.noted_at)),
    Time: indiaTime(new Date(entry.noted_at)),
    Drawer: drawer,
    By: text(entry.name ?? ''),
    [entry.kind === 'expense' ? 'Petty Cash (INR)' : 'Other Cash (INR)']: formatAmount(entry.paise),
    Reason: text(entry.reason),
  }));
  const corrections = row.corrections.map((correction): Line => ({
    Kind: 'Correction',
    Date: indiaDate(new Date(correction.taken_at)),
    Time: indiaTime(new Date(correction.taken_at)),
    Drawer: drawer,
    By: text(correction.name ?? ''),
    'Correction (INR)': formatAmount(correction.paise),
    Reason: text([correction.method, correction.reason].filter((part) => part !== null).join(': ')),
  }));
  return [...entries, close, ...corrections];
}

function handedToText(row: ClosedPeriodRow, tenantId: string): string {
  if (row.handed_to === null) return '';
  if (row.handed_to !== 'drawer') return row.handed_to === 'bank' ? 'Bank' : 'Owner';
  return row.handed_to_drawer === tenantId ? 'The desk' : (row.handed_to_name ?? '');
}

function methodCells(rows: readonly { readonly method: string; readonly total: number }[]): Line {
  const sums = new Map(sumsByMethod(rows).map(({ method, total }) => [method, total]));
  return Object.fromEntries(
    methods.map((method) => [`${method} (INR)`, formatAmount(sums.get(method) ?? 0)]),
  );
}

/** Returns the last line: the sums of closes that were not reopened. */
function footLine(closes: readonly ClosedPeriodRow[]): Line {
  const sums = addUp(closes);
  const petty = closes.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'expense'));
  const corrections = closes.flatMap((close) => close.corrections);
  return {
    Kind: 'Total',
    ...methodCells(sums.methods),
    'Cash In (INR)': formatAmount(sums.cashIn),
    'Cash Out (INR)': formatAmount(sums.cashOut),
    'Expenses (INR)': formatAmount(sums.expenses),
    'Difference (INR)': formatAmount(sums.missing + sums.tooMuch),
    'Cash Corrected (INR)': formatAmount(sums.corrected),
    'Handed Over (INR)': formatAmount(sums.handedOver),
    'Correction (INR)': formatAmount(totalOf(corrections.map(({ paise: total }) => ({ total })))),
    'Petty Cash (INR)': formatAmount(totalOf(petty.map(({ paise: total }) => ({ total })))),
  };
}
