import type { FastifyReply } from 'fastify';
import { paperNames } from '@samay/contract/invoicing/papers';
import { formatAmount } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { eachBatch, rowsPerBatch } from '../../../core/batches.ts';
import type { DayRange } from '@samay/contract/core/day-range';
import { newestPaper } from './get.ts';
import { type ListedPaper, listPaperRows, type PaperRow } from '../rows/queries.ts';
import { PaperSums } from '../rows/sums.ts';

/** Marks a text, as `textCell` of the library that is loaded with the first export. */
type TextCell = (text: string) => string;

interface Input {
  readonly query: DayRange;
}

/**
 * Exports the papers of a range of days as CSV, a line each, by their numbers. One whose money was voided by the last
 * of these days has no amounts: the sums are those of the return.
 */
export async function exportPapers(context: TenantContext, { query }: Input): Promise<FastifyReply> {
  const { csv, textCell } = await import('../../../core/csv.ts');
  const head = [
    'Number',
    'Paper',
    'Date',
    'Recipient',
    'GSTIN',
    'Place of Supply',
    'Description',
    'SAC',
    'Rate (%)',
  ]
    .concat(['Taxable Value (INR)', 'CGST (INR)', 'SGST (INR)', 'Total (INR)'])
    .concat(['Follows', 'Booking Reference', 'Reason', 'Void On']);
  const lines: PaperLine[] = [];
  const rows = await eachPapers(context, query, (papers) => {
    for (const paper of papers)
      lines.push({
        number: paper.number,
        series: paper.series,
        line: csv([formatPaper(paper, query.to, textCell)]),
      });
  });
  return answerCsv(context, { name: 'papers', query, rows }, [csv([head]), ...byNumber(lines)]);
}

/** Exports the sums of bills, invoices and credit notes of a range of days by SAC and rate as CSV. */
export async function exportPaperSums(context: TenantContext, { query }: Input): Promise<FastifyReply> {
  const { csv } = await import('../../../core/csv.ts');
  const sums = new PaperSums();
  const rows = await eachPapers(context, query, (papers) => sums.add(papers));
  const lines = sums
    .list()
    .map((sum) => [
      sum.sac,
      rateText(sum.rate),
      String(sum.papers),
      ...[sum.taxable, sum.cgst, sum.sgst, sum.total].map(formatAmount),
    ]);
  const head = [
    'SAC',
    'Rate (%)',
    'Receipts and Invoices',
    'Taxable Value (INR)',
    'CGST (INR)',
    'SGST (INR)',
    'Total (INR)',
  ];
  return answerCsv(context, { name: 'paper_sums', query, rows }, [csv([head, ...lines])]);
}

interface PaperLine {
  readonly number: string;
  readonly series: string;
  readonly line: string;
}

/**
 * Sorts lines by the numbers of their papers. They come newest first, so those of each series only
 * have to be turned round: a sort of lines that are nearly sorted looks at each once.
 */
function byNumber(lines: readonly PaperLine[]): string[] {
  const inSeries = [...Map.groupBy(lines.toReversed(), ({ series }) => series).values()];
  return inSeries
    .flat()
    .toSorted((one, other) => (one.number < other.number ? -1 : 1))
    .map(({ line }) => line);
}

function formatPaper(paper: ListedPaper, until: string, text: TextCell): string[] {
  const { recipient, placeOfSupply, description, of, bookingReference, reason } = paper.content;
  const items = paper.content.items ?? [paper];
  const isVoid = paper.void_on !== null && paper.void_on <= until;
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
    distinct(items, ({ sac }) => sac ?? ''),
    distinct(items, ({ rate }) => rateText(rate)),
    ...paise.map((each) => formatAmount(isVoid ? 0 : sign * each)),
    text(of?.number ?? ''),
    text(bookingReference ?? ''),
    text(reason ?? ''),
    paper.void_on ?? '',
  ];
}

/** Lists what the lines of a paper have, each once: `999312 + 996111`. */
function distinct(
  items: readonly Pick<PaperRow, 'sac' | 'rate'>[],
  textOf: (item: Pick<PaperRow, 'sac' | 'rate'>) => string,
): string {
  return [...new Set(items.map(textOf))].filter(Boolean).join(' + ');
}

/** Writes a rate in percent: `18`, `2.5`, nothing where no tax is charged. */
function rateText(rate: number | null): string {
  return rate === null ? '' : String(rate / 100);
}

/**
 * Reads the papers of a range of days, newest first. No paper ever changes, so they are read in one
 * message after the other, and nobody waits for all. Returns their number.
 */
async function eachPapers(
  context: TenantContext,
  days: DayRange,
  use: (papers: readonly ListedPaper[]) => void,
): Promise<number> {
  let count = 0;
  await eachBatch<ListedPaper>(
    async (last) => {
      const { date, number } = last ? { date: last.dated, number: last.number } : newestPaper;
      const after = { ...days, afterDay: date, afterNumber: number, limit: rowsPerBatch };
      return (await readInOneMessage(context, { papers: listPaperRows(after) })).papers;
    },
    (papers) => {
      use(papers);
      count += papers.length;
    },
  );
  return count;
}

interface Exported {
  readonly name: string;
  readonly query: DayRange;
  /** The number of papers. */
  readonly rows: number;
}

/** Answers with a CSV file; the export is audited. */
async function answerCsv(
  context: TenantContext,
  { name, query: { from, to }, rows }: Exported,
  lines: readonly string[],
): Promise<FastifyReply> {
  const { byteOrderMark } = await import('../../../core/csv.ts');
  await inTenant({ ...context, isShown: false }, async (tx) =>
    audit(tx, context, 'paper.exported', context.tenantId, { from, to, rows }),
  );
  return context.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}_${from}_${to}.csv"`,
      'cache-control': 'no-store',
    })
    .send([byteOrderMark, ...lines].join(''));
}
