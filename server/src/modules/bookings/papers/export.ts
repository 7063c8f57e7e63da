import type { FastifyReply } from 'fastify';
import { paperNames } from '@samay/contract/bookings/papers';
import { formatAmount } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import type { DayRange } from '../revenue/queries.ts';
import { newestPaper } from './get.ts';
import { listPaperRows, type PaperRow } from './queries.ts';
import { sumPapers } from './sums.ts';

const rowsPerBatch = 1000;

/** Marks a text, as `textCell` of the library that is loaded with the first export. */
type TextCell = (text: string) => string;

interface Input {
  readonly query: DayRange;
}

/** Exports the papers of a range of days as CSV, a line each, by their numbers. */
export async function exportPapers(context: TenantContext, { query }: Input): Promise<FastifyReply> {
  return exported(context, query, 'papers', (papers, textCell) => [
    ['Number', 'Paper', 'Date', 'Recipient', 'GSTIN', 'Place of Supply', 'Description', 'SAC', 'Rate (%)']
      .concat(['Taxable Value (INR)', 'CGST (INR)', 'SGST (INR)', 'Total (INR)'])
      .concat(['Follows', 'Booking Reference', 'Reason']),
    ...papers.map((paper) => formatPaper(paper, textCell)),
  ]);
}

/** Exports the sums of bills, invoices and credit notes of a range of days by SAC and rate as CSV. */
export async function exportPaperSums(context: TenantContext, { query }: Input): Promise<FastifyReply> {
  return exported(context, query, 'paper_sums', (papers) => [
    ['SAC', 'Rate (%)', 'Papers', 'Taxable Value (INR)', 'CGST (INR)', 'SGST (INR)', 'Total (INR)'],
    ...sumPapers(papers).map((sum) => [
      sum.sac,
      rateText(sum.rate),
      String(sum.papers),
      ...[sum.taxable, sum.cgst, sum.sgst, sum.total].map(formatAmount),
    ]),
  ]);
}

function formatPaper(paper: PaperRow, text: TextCell): string[] {
  const { recipient, placeOfSupply, description, of, bookingReference, reason } = paper.content;
  const sign = paper.kind === 'credit_note' || paper.kind === 'refund_voucher' ? -1 : 1;
  const paise = [paper.taxable_paise, paper.cgst_paise, paper.sgst_paise, paper.total_paise];
  return [
    text(paper.number),
    paperNames[paper.kind],
    paper.dated,
    text(recipient.name),
    recipient.gstin ?? '',
    placeOfSupply ?? '',
    text(description),
    paper.sac ?? '',
    rateText(paper.rate),
    ...paise.map((each) => formatAmount(sign * each)),
    text(of?.number ?? ''),
    text(bookingReference ?? ''),
    text(reason ?? ''),
  ];
}

/** Writes a rate in percent: `18`, `2.5`, nothing where no tax is charged. */
function rateText(rate: number | null): string {
  return rate === null ? '' : String(rate / 100);
}

/** Answers a CSV file of the papers of a range of days, from one snapshot; the export is audited. */
async function exported(
  context: TenantContext,
  { from, to }: DayRange,
  name: string,
  linesOf: (papers: readonly PaperRow[], textCell: TextCell) => string[][],
): Promise<FastifyReply> {
  const { byteOrderMark, csv, textCell } = await import('../revenue/csv.ts');
  const content = await inTenant({ ...context, isolation: 'repeatable read', isShown: false }, async (tx) => {
    const papers = await allPapers(tx, context, { from, to });
    await audit(tx, context, 'paper.exported', context.tenantId, { from, to, rows: papers.length });
    const inOrder = papers.toSorted((one, other) => (one.number < other.number ? -1 : 1));
    return byteOrderMark + csv(linesOf(inOrder, textCell));
  });
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send(content);
}

async function allPapers(tx: Tx, context: TenantContext, days: DayRange): Promise<PaperRow[]> {
  const all: PaperRow[] = [];
  for (let after = newestPaper; ;) {
    const rows = await run(
      tx,
      context,
      listPaperRows({ ...days, afterDay: after.date, afterNumber: after.number, limit: rowsPerBatch }),
    );
    all.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerBatch) return all;
    after = { date: last.dated, number: last.number };
  }
}
