import type { FastifyReply } from 'fastify';
import { classifyPaymentMethod, formatAmount } from '@samay/contract/core/money';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import type { DayRange } from '../revenue/queries.ts';
import { listReceivedRows, listTakers, type NamedRow } from './received-queries.ts';

const rowsPerBatch = 1000;

const kinds = { payment: 'Payment', refund: 'Refund', void: 'Void' } as const;

/**
 * Exports the rows of money of a range of days as CSV, with their sum in the last line, from one
 * snapshot of the database. The export is audited.
 */
export async function exportReceived(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<FastifyReply> {
  const { from, to } = query;
  const { byteOrderMark, csv, textCell } = await import('../revenue/csv.ts');
  const content = await inTenant({ ...context, isolation: 'repeatable read', isShown: false }, async (tx) => {
    const takers = await run(tx, context, listTakers(query));
    const names = new Map(takers.map(({ id, name }) => [id, name]));
    const rows = await allRows(tx, context, query);
    await audit(tx, context, 'revenue.received_exported', context.tenantId, { from, to, rows: rows.length });
    const total = rows.reduce((sum, { paise }) => sum + paise, 0);
    const lines = rows.map((row) => formatLine(row, names, textCell));
    const words = wording[context.businessType];
    const head = ['Date', 'Time', 'Kind', capitalise(words.person), 'Booking Reference', 'Payment Method'];
    const more = ['Reference', 'Amount (INR)', 'Taken By', 'Reason'];
    const foot = ['Total', '', '', '', '', '', '', formatAmount(total), '', ''];
    return byteOrderMark + csv([[...head, ...more], ...lines, foot]);
  });
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="received_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(content);
}

async function allRows(tx: Tx, context: TenantContext, { from, to }: DayRange): Promise<NamedRow[]> {
  const all: NamedRow[] = [];
  let after = { afterAt: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await run(tx, context, listReceivedRows({ from, to, ...after, limit: rowsPerBatch }));
    all.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerBatch) return all;
    after = { afterAt: last.taken_at, afterId: last.id };
  }
}

function formatLine(
  row: NamedRow,
  names: ReadonlyMap<string, string | null>,
  text: (text: string) => string,
): string[] {
  return [
    indiaDate(row.taken_at),
    indiaTime(row.taken_at),
    kinds[row.kind],
    text(row.person_name ?? ''),
    text(row.booking_reference ?? ''),
    classifyPaymentMethod(row.method ?? ''),
    text(row.reference ?? ''),
    formatAmount(row.paise),
    text(names.get(row.taken_by ?? '') ?? ''),
    text(row.reason ?? ''),
  ];
}
