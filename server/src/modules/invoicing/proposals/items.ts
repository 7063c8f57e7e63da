import type { BodyOf } from '@samay/contract/core/endpoint';
import type { makePaper, PaperProposal } from '@samay/contract/invoicing/papers';
import { dividePart, dividePrice, type DividedPrice } from '@samay/contract/invoicing/gst';
import { type ChargeRow, standingCharges } from '../../ledger/index.ts';
import type { PaperContent, PaperRow } from '../rows/queries.ts';

/** A line of a paper of more than one supply, with its own tax. */
export type PaperItem = NonNullable<PaperContent['items']>[number];

interface Tax {
  readonly sac: string | null;
  readonly rate: number | null;
}

interface Billed {
  /** The total of the bill, in paise. */
  readonly total: number;
  /** The name of the service, and how it is taxed. */
  readonly description: string;
  readonly tax: Tax | null;
  /** Whether the business charges tax at all. */
  readonly isOfTax: boolean;
  readonly charges: readonly ChargeRow[];
  /** The papers of the booking. */
  readonly papers: readonly PaperRow[];
}

/**
 * Divides a bill into its service and the charges that no standing bill has: a line each. A
 * bill of less than these lowers the service, then the last charges. Returns null without charges.
 */
export function billedItems({
  total,
  description,
  tax,
  isOfTax,
  charges,
  papers,
}: Billed): PaperItem[] | null {
  const unbilled = unbilledCharges(charges, papers);
  if (unbilled.length === 0) return null;
  let left = total;
  const items = unbilled.flatMap((charge): PaperItem[] => {
    const paise = Math.min(charge.paise, left);
    left -= paise;
    if (paise === 0) return [];
    const own = charge.treatment === null ? tax : { sac: charge.sac, rate: charge.rate };
    const taxed = isOfTax ? own : null;
    return [makeItem({ charge: charge.id, description: charge.name }, taxed, paise)];
  });
  const service = makeItem({ charge: null, description }, tax, left);
  return left > 0 ? [service, ...items] : items;
}

/** Lists the standing charges that are on no bill or invoice, except those that were credited whole. */
export function unbilledCharges(charges: readonly ChargeRow[], papers: readonly PaperRow[]): ChargeRow[] {
  const standing = standingCharges(charges);
  if (standing.length === 0) return [];
  const billed = new Map<string, number>();
  for (const { kind, content } of papers) {
    const sign = kind === 'credit_note' ? -1 : 1;
    for (const { charge, total } of content.items ?? [])
      if (charge !== null) billed.set(charge, (billed.get(charge) ?? 0) + sign * total);
  }
  return standing.filter(({ id }) => (billed.get(id) ?? 0) === 0);
}

/**
 * Divides a credit note of a bill with several lines among these: the named one, the one that it lowers
 * to nothing, else the last ones first. Each line's parts add up to its tax.
 */
export function creditedItems(
  total: number,
  bill: PaperRow,
  papers: readonly PaperRow[],
  line?: CreditedLine,
): PaperItem[] | null {
  const lines = listLines(bill, papers);
  if (lines.length === 0) return null;
  const whole = line
    ? lines.find(({ item }) => item.charge === line.charge)
    : lines.findLast(({ left }) => left === total);
  let wanted = total;
  const credited = (whole ? [whole] : lines.toReversed()).flatMap(({ item, earlier }): PaperItem[] => {
    const paise = Math.min(wanted, item.total - earlier.total);
    wanted -= paise;
    if (paise === 0) return [];
    const divided = dividePart(paise, item.rate ?? 0, { price: item.total, earlier });
    return [{ ...item, total: paise, ...divided }];
  });
  return credited.toReversed();
}

/** The line that a credit note names. */
type CreditedLine = NonNullable<BodyOf<typeof makePaper>['line']>;

/** Lists the lines of a bill, each with the sums of its credit notes and what they have left of it. */
function listLines(bill: PaperRow, papers: readonly PaperRow[]) {
  const notes = papers
    .filter(({ of_id: of }) => of === bill.id)
    .flatMap(({ content }) => content.items ?? []);
  return (bill.content.items ?? []).map((item) => {
    const lowering = notes.filter(({ charge }) => charge === item.charge);
    const earlier = { total: sumOf(lowering, 'total'), cgst: sumOf(lowering, 'cgst') };
    return { item, earlier, left: item.total - earlier.total };
  });
}

/** Returns whether a bill has a part of the visit's service that no credit note has lowered. */
export function hasService(bill: PaperRow, papers: readonly PaperRow[]): boolean {
  const lines = listLines(bill, papers);
  return lines.length === 0 || lines.some(({ item, left }) => item.charge === null && left > 0);
}

/** Finds the tax of the service on a bill; undefined where it has charges alone. */
export function serviceTax(bill: PaperRow): Pick<PaperRow, 'sac' | 'rate'> | undefined {
  return bill.content.items ? bill.content.items.find(({ charge }) => charge === null) : bill;
}

/** Lists the lines that a credit note of a bill may name; undefined where there is no choice. */
export function creditLines(bill: PaperRow, papers: readonly PaperRow[]): PaperProposal['lines'] {
  const lines = listLines(bill, papers).flatMap(({ item: { charge, description }, left }) =>
    left > 0 ? [{ charge, description, left }] : [],
  );
  return lines.length > 1 ? lines : undefined;
}

/** Sums the lines of a paper; its rate and SAC are those of all of its lines, or null. */
export function sumItems(items: readonly PaperItem[]): DividedPrice & Tax {
  const [first] = items;
  return {
    taxable: sumOf(items, 'taxable'),
    cgst: sumOf(items, 'cgst'),
    sgst: sumOf(items, 'sgst'),
    rate: first && items.every(({ rate }) => rate === first.rate) ? first.rate : null,
    sac: first && items.every(({ sac }) => sac === first.sac) ? first.sac : null,
  };
}

function makeItem(
  named: Pick<PaperItem, 'charge' | 'description'>,
  tax: Tax | null,
  total: number,
): PaperItem {
  const rate = tax?.rate ?? null;
  return { ...named, sac: tax?.sac ?? null, rate, total, ...dividePrice(total, rate ?? 0) };
}

function sumOf(items: readonly PaperItem[], name: 'total' | 'taxable' | 'cgst' | 'sgst'): number {
  return items.reduce((sum, item) => sum + item[name], 0);
}
