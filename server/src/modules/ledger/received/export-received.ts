import type { FastifyReply } from 'fastify';
import { classifyPaymentMethod, formatAmount } from '@samay/contract/core/money';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { eachBatch, rowsPerBatch } from '../../../core/batches.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { listReceivedRows, listTakers, type NamedRow } from './received-queries.ts';

const kinds = { payment: 'Payment', refund: 'Refund', void: 'Void' } as const;

/**
 * Exports the rows of money of a range of days as CSV, with their sum in the last line. No row ever
 * changes, so they are read in one message after the other, and nobody waits for all. The export is
 * audited.
 */
export async function exportReceived(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<FastifyReply> {
  const { from, to } = query;
  const { byteOrderMark, csv, textCell } = await import('../../../core/csv.ts');
  const { takers } = await readInOneMessage(context, { takers: listTakers(query) });
  const names = new Map(takers.map(({ id, name }) => [id, name]));
  const lines: string[] = [];
  let [total, count] = [0, 0];
  await eachBatch<NamedRow>(
    async (last) => (await readInOneMessage(context, { rows: rowsAfter(query, last) })).rows,
    (rows) => {
      lines.push(csv(rows.map((row) => formatLine(row, names, textCell))));
      total += rows.reduce((sum, { paise }) => sum + paise, 0);
      count += rows.length;
    },
  );
  await inTenant({ ...context, isShown: false }, async (tx) =>
    audit(tx, context, 'revenue.received_exported', context.tenantId, { from, to, rows: count }),
  );
  const words = wording[context.businessType];
  const head = ['Date', 'Time', 'Kind', capitalise(words.person), 'Booking Reference', 'Payment Method'];
  const more = ['Reference', 'Amount (INR)', 'Taken By', 'Reason', capitalise(words.resource), 'Service'];
  const foot = ['Total', '', '', '', '', '', '', formatAmount(total), '', '', '', ''];
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="received_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send([byteOrderMark, csv([[...head, ...more]]), ...lines, csv([foot])].join(''));
}

function rowsAfter({ from, to }: DayRange, last: NamedRow | undefined) {
  const key = last && { from: indiaDate(last.taken_at), afterAt: last.taken_at, afterId: last.id };
  const first = { afterAt: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  return listReceivedRows({ from, to, ...(key ?? first), limit: rowsPerBatch });
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
    text(row.resource_name ?? ''),
    text(row.service_name ?? ''),
  ];
}
