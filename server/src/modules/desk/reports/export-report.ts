import type { FastifyReply } from 'fastify';
import type { DayRange } from '@samay/contract/core/day-range';
import { formatAmount } from '@samay/contract/core/money';
import { wording } from '@samay/contract/core/wording';
import { type ReportCell, reportTables, type ReportTable } from '@samay/contract/desk/report-tables';
import type { ReportName } from '@samay/contract/desk/reports';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { buildReports } from './build-reports.ts';
import { reportStatements } from './get-reports.ts';

/** The most lines of a file in which people or typed reasons stand. */
const mostLines = 100_000;

/** Exports one table of the reports as CSV. The export is audited. */
export async function exportReport(
  context: TenantContext,
  { query }: { query: DayRange & { readonly report: ReportName } },
): Promise<FastifyReply> {
  const { from, to, report } = query;
  const { byteOrderMark, csv, textCell } = await import('../../../core/csv.ts');
  const rows = await readInOneMessage(context, reportStatements(query, context.now, mostLines));
  const table = reportTables[report](buildReports(rows), wording[context.businessType], { from, to });
  await inTenant({ ...context, isShown: false }, async (tx) =>
    audit(tx, context, 'revenue.report_exported', context.tenantId, { report, from, to }),
  );
  const lines = table.foot ? [...table.rows, table.foot] : table.rows;
  const head = table.columns.map(({ name, is }) => (is === 'paise' ? `${name} (INR)` : name));
  const content = csv([head, ...lines.map((cells) => formatCells(cells, table, textCell))]);
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${report}_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(byteOrderMark + content);
}

function formatCells(
  cells: readonly ReportCell[],
  { columns }: ReportTable,
  text: (text: string) => string,
): string[] {
  return cells.map((cell, at) => {
    if (typeof cell === 'string') return text(cell);
    return columns[at]?.is === 'paise' ? formatAmount(cell) : String(cell);
  });
}
