import { monthTables, type MonthTotal } from '@samay/contract/invoicing/paper-months';
import type { DayRange } from '@samay/contract/core/day-range';
import { formatAmount } from '@samay/contract/core/money';
import type { FastifyReply } from 'fastify';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { audit } from '../../audit/index.ts';
import { newestPaper } from '../papers/get.ts';
import { listPaperRows, type PaperRow } from '../rows/queries.ts';
import { readNamedPapers, readVoided } from './queries.ts';
import { buildMonth, type DocumentLine, type MonthTables, sumTables, type TableLine } from './tables.ts';

interface Input {
  readonly query: DayRange;
}

/** The most papers of a range of days that are read together. */
const mostPapers = 100_000;

/** Returns the sums of the tables of a return. */
export async function getMonthTotals(
  context: TenantContext,
  { query }: Input,
): Promise<{ totals: MonthTotal[] }> {
  const { month } = await readMonth(context, query);
  return { totals: sumTables(month) };
}

/** Exports the tables of a return: a CSV file each, in a ZIP file. */
export async function exportMonth(context: TenantContext, { query }: Input): Promise<FastifyReply> {
  const { from, to } = query;
  const { month, count } = await readMonth(context, query);
  const [{ zipSync, strToU8 }, { byteOrderMark, csv, textCell }] = await Promise.all([
    import('fflate'),
    import('../../../core/csv.ts'),
  ]);
  const files = Object.fromEntries(
    listFiles(month, textCell).map(([name, lines]) => [`${name}.csv`, strToU8(byteOrderMark + csv(lines))]),
  );
  await inTenant({ ...context, isShown: false }, async (tx) =>
    audit(tx, context, 'paper.exported', context.tenantId, { from, to, rows: count }),
  );
  return context.reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="accountant_${from}_${to}.zip"`,
      'cache-control': 'no-store',
    })
    .send(Buffer.from(zipSync(files)));
}

async function readMonth(
  context: TenantContext,
  days: DayRange,
): Promise<{ month: MonthTables; count: number }> {
  const { date: afterDay, number: afterNumber } = newestPaper;
  const { papers, named, voided } = await readInOneMessage(context, {
    papers: listPaperRows({ ...days, afterDay, afterNumber, limit: mostPapers }),
    named: readNamedPapers(days),
    voided: readVoided(days),
  });
  const sorted = papers.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const month = buildMonth({ days, papers: sorted, named, voided });
  return { month, count: papers.length };
}

type TextCell = (text: string) => string;

const rupees = { taxable: 'Taxable Value', cgst: 'Central Tax', sgst: 'State/UT Tax' };
const taxes = Object.values(rupees);
const natures: Partial<Record<PaperRow['kind'], string>> = {
  bill_of_supply: 'Invoices for outward supply',
  tax_invoice: 'Invoices for outward supply',
  debit_note: 'Debit Note',
  credit_note: 'Credit Note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};

/** Lists the files of a month with their lines; their heads are the names of the columns of the return. */
function listFiles(month: MonthTables, text: TextCell): [name: string, lines: string[][]][] {
  const { tables } = month;
  const party = ({ paper }: TableLine) => [
    paper?.content.recipient.gstin ?? '',
    text(paper?.content.recipient.name ?? ''),
  ];
  const number = (paper: PaperRow | undefined) => [text(paper?.number ?? ''), paper?.dated ?? ''];
  const followed = ({ paper }: TableLine) => [
    text(paper?.content.of?.number ?? ''),
    paper?.content.of?.date ?? '',
  ];
  const place = ({ paper }: TableLine) => text(paper?.content.placeOfSupply ?? '');
  const value = ({ paper }: TableLine) => formatAmount(paper?.total_paise ?? 0);
  const perRate = (gross: string, lines: readonly TableLine[]) => [
    ['Rate', gross, ...taxes.slice(1)],
    ...lines.map((line) => [rateText(line.rate), formatAmount(line.total), ...taxTexts(line).slice(1)]),
  ];
  const untaxed = (head: string, lines: readonly TableLine[]) => [
    ['Description', head],
    ...lines.map((line) => [
      line.isToBusiness
        ? 'Intra-State supplies to registered persons'
        : 'Intra-State supplies to unregistered persons',
      formatAmount(line.total),
    ]),
  ];
  return [
    [
      'b2b',
      [
        [
          'GSTIN/UIN',
          'Name',
          'Invoice No.',
          'Invoice Date',
          'Invoice Value',
          'Place of Supply',
          'Rate',
          ...taxes,
        ],
        ...tables.b2b.map((line) => [
          ...party(line),
          ...number(line.paper),
          value(line),
          place(line),
          rateText(line.rate),
          ...taxTexts(line),
        ]),
      ],
    ],
    [
      'b2c',
      [
        ['Rate of tax', 'Total Taxable Value', ...taxes.slice(1)],
        ...tables.b2c.map((line) => [rateText(line.rate), ...taxTexts(line)]),
      ],
    ],
    [
      'credit_and_debit_notes',
      [
        [
          'GSTIN/UIN',
          'Name',
          'Note Type',
          'Note No.',
          'Note Date',
          'Original Invoice No.',
          'Original Invoice Date',
        ].concat(['Note Value', 'Place of Supply', 'Rate', ...taxes]),
        ...tables.notes.map((line) => [
          ...party(line),
          line.paper?.kind === 'credit_note' ? 'C' : 'D',
          ...number(line.paper),
          ...followed(line),
          value(line),
          place(line),
          rateText(line.rate),
          ...taxTexts(line, Math.abs),
        ]),
      ],
    ],
    ['nil_rated_and_exempt', untaxed('Exempted', tables.nil_exempt)],
    ['composition', untaxed('Value of supplies', tables.composition)],
    ['advances_received_11a', perRate('Gross Advance Received', tables.advances_received)],
    ['advances_adjusted_11b', perRate('Gross Advance Adjusted', tables.advances_adjusted)],
    [
      'advances_given_back',
      [
        [
          'Refund Voucher No.',
          'Date',
          'Receipt Voucher No.',
          'Receipt Voucher Date',
          'Rate',
          'Amount',
          ...taxes.slice(1),
        ],
        ...tables.advances_refunded.map((line) => [
          ...number(line.paper),
          ...followed(line),
          rateText(line.rate),
          formatAmount(line.total),
          ...taxTexts(line).slice(1),
        ]),
      ],
    ],
    [
      'advances_amended_11a',
      [
        ['Voucher No.', 'Date', 'Voided On', 'Rate', 'Amount', ...taxes.slice(1)],
        ...tables.advances_amended.map((line) => [
          ...number(line.paper),
          line.voidedOn ?? '',
          rateText(line.rate),
          formatAmount(line.total),
          ...taxTexts(line).slice(1),
        ]),
      ],
    ],
    [
      'hsn_12',
      [
        ['Supplies to', 'HSN', 'UQC', 'Total Quantity', 'Total Value', 'Rate', ...taxes],
        ...month.sacs.map((line) => [
          line.isToBusiness ? 'B2B' : 'B2C',
          line.sac ?? '',
          'NA',
          '0',
          formatAmount(line.total),
          rateText(line.rate),
          ...taxTexts(line),
        ]),
      ],
    ],
    [
      'documents_13',
      [
        ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled', 'Net Issued'],
        ...month.documents.map(({ kind, first, last, total, cancelled }: DocumentLine) => [
          natures[kind] ?? '',
          text(first.number),
          text(last.number),
          ...[total, cancelled, total - cancelled].map(String),
        ]),
      ],
    ],
    [
      'totals',
      [
        ['Table', 'Lines', ...taxes, 'Total'],
        ...sumTables(month).map(({ table, lines, ...sums }) => [
          text(monthTables.find(({ id }) => id === table)?.name ?? table),
          String(lines),
          ...[sums.taxable, sums.cgst, sums.sgst, sums.total].map(formatAmount),
        ]),
      ],
    ],
  ];
}

function taxTexts({ taxable, cgst, sgst }: TableLine, change = (paise: number) => paise): string[] {
  return [taxable, cgst, sgst].map((paise) => formatAmount(change(paise)));
}

/** Writes a rate in percent: `18`, `2.5`. */
function rateText(rate: number): string {
  return String(rate / 100);
}
