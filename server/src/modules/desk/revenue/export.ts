import type { FastifyReply } from 'fastify';
import { wording } from '@samay/contract/core/wording';
import { onlyRow, run } from '../../../db/transaction.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { audit } from '../../audit/index.ts';
import { type ListView, visibilityIn } from '../../visibility/index.ts';
import { eachBatch, rowsPerBatch } from '../../../core/batches.ts';
import type * as Csv from './csv.ts';
import { listRevenueRows, type RevenueRow, sumRevenue } from './queries.ts';
import type { DayRange } from '@samay/contract/core/day-range';

/**
 * Exports the range's transactions as CSV, with the total that the screen shows, from one snapshot
 * of the database. The export is audited.
 */
export async function exportRevenue(
  context: TenantContext,
  { query }: { query: DayRange },
): Promise<FastifyReply> {
  const { from, to } = query;
  // Imported before the transaction, so that it does not wait for the disk.
  const csv = await import('./csv.ts');
  const content = await inTenant({ ...context, isolation: 'repeatable read', isShown: false }, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const shown = await writeLines(
      tx,
      context,
      { ...query, csv },
      { order: context.businessType, visibility },
    );
    const sum = onlyRow(await run(tx, context, sumRevenue({ from, to })));
    await audit(tx, context, 'revenue.exported', context.tenantId, { from, to, rows: shown.bookings });
    const words = wording[context.businessType];
    return [csv.csvHead(words), ...shown.lines, csv.csvFoot(shown, sum, words)].join('');
  });
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="revenue_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(content);
}

async function writeLines(
  tx: Tx,
  context: TenantContext,
  { from, to, csv }: DayRange & { csv: typeof Csv },
  view: ListView,
) {
  const written = { lines: [] as string[], total: 0, bookings: 0, fees: 0 };
  await eachBatch<RevenueRow>(
    async (last) => {
      const after = last && { date: last.appointment_date, time: last.appointment_time, id: last.id };
      return run(tx, context, listRevenueRows(view, { from, to, after, limit: rowsPerBatch }));
    },
    (rows) => {
      written.lines.push(csv.csvLines(rows, wording[view.order]));
      for (const { amount_paise: amount, is_fee: isFee } of rows) {
        written[isFee ? 'fees' : 'total'] += amount ?? 0;
        written.bookings += isFee ? 0 : 1;
      }
    },
  );
  return written;
}
