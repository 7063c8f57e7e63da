import { dividePrice } from '@samay/contract/invoicing/gst';
import type { MonthTableId, MonthTotal } from '@samay/contract/invoicing/paper-months';
import type { DayRange } from '@samay/contract/core/day-range';
import { compositionNote } from '../proposals/compose.ts';
import type { PaperRow } from '../rows/queries.ts';
import { listItems } from '../rows/sums.ts';
import type { VoidedRow } from './queries.ts';

/** Sums of a line of a table, in paise. */
interface Sums {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly total: number;
}

/** A line of a table: a paper of one rate, or all of one rate where no paper is named. */
export interface TableLine extends Sums {
  readonly paper?: PaperRow;
  readonly rate: number;
  readonly isToBusiness?: boolean;
  readonly sac?: string;
  /** The day on which the money of the paper was voided. */
  readonly voidedOn?: string;
}

/** A range of numbers of one series. */
export interface DocumentLine {
  readonly kind: PaperRow['kind'];
  readonly first: PaperRow;
  readonly last: PaperRow;
  readonly total: number;
  readonly cancelled: number;
}

/** The tables of a month that a return asks for. */
export interface MonthTables {
  readonly tables: Readonly<Record<MonthTableId, readonly TableLine[]>>;
  /** The supplies by SAC and rate, apart for businesses and for others. */
  readonly sacs: readonly TableLine[];
  readonly documents: readonly DocumentLine[];
}

interface MonthFacts {
  readonly days: DayRange;
  /** The papers of these days. */
  readonly papers: readonly PaperRow[];
  /** The papers that these name, of any day: receipt vouchers, and bills that notes lower or raise, also by a debit note. */
  readonly named: readonly PaperRow[];
  /** The voided vouchers of these days, and those that were voided in them. */
  readonly voided: readonly (PaperRow & VoidedRow)[];
}

const supplies: Partial<Record<PaperRow['kind'], number>> = {
  bill_of_supply: 1,
  tax_invoice: 1,
  debit_note: 1,
  credit_note: -1,
};

/**
 * Divides the papers of a month among the tables of a return. Notes to businesses are listed, those to
 * others lower or raise what others bought. An advance counts in the month of its voucher as far as no
 * invoice and no refund of the same month has it; what later months have of it stands in theirs. So
 * does a voucher that a later month voids: its own month stays as it was. Supplies are under composition where their
 * bill says so, whatever the business is registered as today.
 */
export function buildMonth(facts: MonthFacts): MonthTables {
  const byId = new Map([...facts.named, ...facts.papers].map((paper) => [paper.id, paper]));
  const lines = facts.papers.flatMap(listSupplies);
  const taxed = lines.filter(({ isTaxed }) => isTaxed);
  const isComposition = ({ paper }: SupplyLine) =>
    findBill(paper, byId).content.notes.includes(compositionNote);
  const untaxed = lines.filter(({ isTaxed }) => !isTaxed);
  const sumUntaxed = (of: readonly SupplyLine[]) => sumBy(of, ({ isToBusiness }) => String(isToBusiness));
  const isOfBusiness = ({ isToBusiness }: SupplyLine) => isToBusiness;
  const isInvoice = ({ paper }: SupplyLine) => paper.kind === 'tax_invoice';
  const others = taxed.filter((line) => !isOfBusiness(line));
  return {
    tables: {
      b2b: taxed.filter((line) => isOfBusiness(line) && isInvoice(line)),
      b2c: sumBy(others, ({ rate }) => String(rate)),
      notes: taxed.filter((line) => isOfBusiness(line) && !isInvoice(line)),
      nil_exempt: sumUntaxed(untaxed.filter((line) => !isComposition(line))),
      composition: sumUntaxed(untaxed.filter(isComposition)),
      ...listAdvances(facts),
    },
    sacs: sumBy(lines, ({ isToBusiness, sac, rate }) => [!isToBusiness, sac, rate].join(' ')),
    documents: listDocuments(facts),
  };
}

/** Finds the bill of a note: a credit note may lower a debit note, which raises one. */
function findBill(paper: PaperRow, byId: ReadonlyMap<string, PaperRow>): PaperRow {
  const followed = byId.get(paper.of_id ?? '');
  return followed ? findBill(followed, byId) : paper;
}

/** Sums each table of a month. */
export function sumTables({ tables }: Pick<MonthTables, 'tables'>): MonthTotal[] {
  return Object.entries(tables).map(([table, lines]) => ({
    table: table as MonthTableId,
    lines: lines.length,
    ...sumLines(lines),
  }));
}

interface SupplyLine extends TableLine {
  readonly paper: PaperRow;
  readonly isToBusiness: boolean;
  readonly isTaxed: boolean;
  readonly sac: string;
}

/** Lists what a paper supplies, a line each SAC and rate; below zero what a credit note takes back. */
function listSupplies(paper: PaperRow): SupplyLine[] {
  const sign = supplies[paper.kind];
  if (sign === undefined) return [];
  const isToBusiness = paper.content.recipient.gstin !== null;
  const lines = listItems(paper).map(({ sac, rate, taxable, cgst, sgst, total }) => ({
    paper,
    isToBusiness,
    sac,
    rate: rate ?? 0,
    isTaxed: rate !== null,
    taxable: sign * taxable,
    cgst: sign * cgst,
    sgst: sign * sgst,
    total: sign * total,
  }));
  return sumBy(lines, ({ sac, rate, isTaxed }) => [sac, rate, isTaxed].join(' '));
}

function listAdvances({ days, papers, named: others, voided }: MonthFacts) {
  const isOfMonth = ({ dated }: PaperRow) => dated >= days.from && dated <= days.to;
  const isVoidBy = voidedUntil(voided, days.to);
  const byId = new Map(others.map((paper) => [paper.id, paper]));
  const used = papers.flatMap((paper) => {
    const named = paper.content.vouchers.map(({ id, paise }) => ({ voucher: byId.get(id), paise }));
    const isRefund = paper.kind === 'refund_voucher' && paper.rate !== null && !isVoidBy(paper);
    const refunded = isRefund ? [{ voucher: byId.get(paper.of_id ?? ''), paise: paper.total_paise }] : [];
    return [...named, ...refunded].flatMap(({ voucher, paise }) =>
      voucher && voucher.rate !== null
        ? [{ voucher, isRefund, line: { paper, rate: voucher.rate, ...divide(paise, voucher.rate) } }]
        : [],
    );
  });
  const received = papers.filter(
    (paper) => paper.kind === 'receipt_voucher' && paper.rate !== null && !isVoidBy(paper),
  );
  const perRate = (lines: readonly TableLine[]) => sumBy(lines, ({ rate }) => String(rate));
  // A voucher that this month made and voided is an advance as far as an invoice has it.
  const ownMonth = used
    .filter(({ voucher }) => isOfMonth(voucher) && !isVoidBy(voucher))
    .map(({ line }) => negate(line));
  const earlier = used.filter(({ voucher }) => !isOfMonth(voucher));
  return {
    advances_received: perRate([
      ...received.map((paper) => ({ rate: paper.rate ?? 0, ...sumsIn(paper) })),
      ...ownMonth,
    ]).filter(({ total }) => total !== 0),
    advances_adjusted: perRate(earlier.filter(({ isRefund }) => !isRefund).map(({ line }) => line)),
    advances_refunded: earlier.filter(({ isRefund }) => isRefund).map(({ line }) => line),
    advances_amended: voided.filter((paper) => paper.rate !== null && !isOfMonth(paper)).flatMap(amend),
  };
}

/** Returns a function that says whether a paper was void by the end of a day. */
function voidedUntil(voided: MonthFacts['voided'], day: string): (paper: Pick<PaperRow, 'id'>) => boolean {
  const days = new Map(voided.map(({ id, void_on: on }) => [id, on]));
  return ({ id }) => (days.get(id) ?? '9999-12-31') <= day;
}

/**
 * Lowers an earlier month by a voucher of it that this one voided, as far as no bill and no refund has
 * it; raises it by a refund voucher.
 */
function amend({ void_on: voidedOn, used_paise: used, ...paper }: PaperRow & VoidedRow): TableLine[] {
  const rate = paper.rate ?? 0;
  if (paper.kind === 'refund_voucher') return [{ paper, voidedOn, rate, ...sumsIn(paper) }];
  const left = sumLines([sumsIn(paper), negate({ rate, ...divide(used, rate) })]);
  return left.total > 0 ? [{ paper, voidedOn, ...negate({ rate, ...left }) }] : [];
}

function listDocuments({ papers, voided, days }: MonthFacts): DocumentLine[] {
  const isVoidBy = voidedUntil(voided, days.to);
  const numbered = papers.filter(({ kind }) => kind !== 'receipt');
  return [...Map.groupBy(numbered, ({ series }) => series).values()]
    .map((own) => own.toSorted((one, other) => one.position - other.position))
    .flatMap((own): DocumentLine[] => {
      const [first, last] = [own[0], own.at(-1)];
      const cancelled = own.filter(isVoidBy).length;
      return first && last ? [{ kind: first.kind, first, last, total: own.length, cancelled }] : [];
    })
    .toSorted((one, other) => (one.first.series < other.first.series ? -1 : 1));
}

function divide(total: number, rate: number): Sums {
  return { total, ...dividePrice(total, rate) };
}

function sumsIn(paper: PaperRow): Sums {
  return {
    taxable: paper.taxable_paise,
    cgst: paper.cgst_paise,
    sgst: paper.sgst_paise,
    total: paper.total_paise,
  };
}

function negate({ rate, taxable, cgst, sgst, total }: TableLine): TableLine {
  return { rate, taxable: -taxable, cgst: -cgst, sgst: -sgst, total: -total };
}

/** Sums lines with the same key into one, sorted by their keys. */
function sumBy<Line extends TableLine>(lines: readonly Line[], getKey: (line: Line) => string): Line[] {
  return [...Map.groupBy(lines, getKey)]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap(([, [first, ...rest]]) => (first ? [{ ...first, ...sumLines([first, ...rest]) }] : []));
}

function sumLines(lines: readonly Sums[]): Sums {
  const sumOfEach = (name: keyof Sums) => lines.reduce((sum, line) => sum + line[name], 0);
  return {
    taxable: sumOfEach('taxable'),
    cgst: sumOfEach('cgst'),
    sgst: sumOfEach('sgst'),
    total: sumOfEach('total'),
  };
}
