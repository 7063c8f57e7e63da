import { randomUUID } from 'node:crypto';
import { dividePart, dividePrice, type DividedPrice, getState } from '@samay/contract/invoicing/gst';
import type { PaperKind, PaperProposal } from '@samay/contract/invoicing/papers';
import { formatDate, indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { AppointmentRow } from '../../bookings/index.ts';
import { remainingPaise, type PaymentRow } from '../../ledger/index.ts';
import { financialYear, taxedDay } from './proposals.ts';
import type {
  AdvanceMoney,
  BusinessHead,
  PaperContent,
  PaperRow,
  PaperSettingsRow,
  TaxRow,
} from './queries.ts';
import { fundingIds, loweredPaise } from './vouchers.ts';

const letters: Readonly<Record<PaperKind, string>> = {
  receipt: 'R',
  bill_of_supply: 'B',
  tax_invoice: 'T',
  credit_note: 'C',
  receipt_voucher: 'V',
  refund_voucher: 'W',
};

/** The sentence that rule 5 of the CGST (composition) rules requires on a bill of supply. */
const compositionNote = 'Composition taxable person, not eligible to collect tax on supplies';
const reverseChargeNote = 'Tax is not payable on reverse charge';

/** The content of a paper in addition to its proposal. */
interface PaperWishes {
  readonly recipient: PaperContent['recipient'];
  readonly reason: string | null;
}

/** The data from which a paper is made. */
export interface PaperParts {
  readonly proposal: PaperProposal;
  readonly wishes: PaperWishes;
  readonly settings: PaperSettingsRow;
  readonly head: BusinessHead;
  /** The name of the business. */
  readonly name: string;
  /** Returns the tax of the booking's service on a day. */
  readonly taxOn: (day: LocalDate) => TaxRow | null;
  readonly booking: AppointmentRow;
  /** The name of a booking's service if none was kept. */
  readonly serviceName: string;
  readonly rows: readonly PaymentRow[];
  readonly advances: readonly AdvanceMoney[];
  readonly papers: readonly PaperRow[];
}

/** Returns the series of a kind of paper on a day: `T/26-27`. */
export function seriesFor(
  { prefix }: Pick<PaperSettingsRow, 'prefix'>,
  kind: PaperKind,
  day: LocalDate,
): string {
  return `${prefix}${letters[kind]}/${financialYear(day)}`;
}

/** Composes the paper of a proposal, with its number. */
export function composePaper(
  parts: PaperParts,
  { series, position, by, at }: { series: string; position: number; by: string | null; at: Date },
): PaperRow {
  const { proposal, booking, settings, papers } = parts;
  const { kind, total, paymentId } = proposal;
  const followed = followedPaper(parts);
  const tax = computeTax(parts, followed);
  const { taxable, cgst, sgst } = divideTotal(parts, followed, tax?.rate ?? 0);
  const isOfTax = settings.registration !== 'none';
  const content: PaperContent = {
    bookingReference: booking.reference,
    seller: sellerOf(parts),
    recipient: parts.wishes.recipient,
    of: followed ? { number: followed.number, date: followed.dated } : null,
    placeOfSupply: isOfTax && settings.gstin ? getState(settings.gstin) : null,
    description: descriptionOf(parts),
    discount: discountIn(parts),
    payments: getPayments(parts),
    reason: parts.wishes.reason,
    notes: listNotes(kind, settings, papers),
  };
  return {
    id: randomUUID(),
    kind,
    number: `${series}/${String(position).padStart(6, '0')}`,
    series,
    position,
    dated: indiaDate(at),
    made_at: at,
    made_by: by,
    appointment_id: booking.id,
    payment_id: paymentId,
    of_id: proposal.of?.id ?? null,
    total_paise: total,
    taxable_paise: taxable,
    cgst_paise: cgst,
    sgst_paise: sgst,
    rate: tax?.rate ?? null,
    sac: tax?.sac ?? null,
    content,
  };
}

/**
 * Finds the named paper: the one that is lowered or answered, or the last voucher of the visit's
 * money, or the oldest with something left of the advance from which it was spent.
 */
function followedPaper({ proposal, rows, advances, papers }: PaperParts): PaperRow | undefined {
  if (proposal.of) return papers.find(({ id }) => id === proposal.of?.id);
  if (proposal.kind !== 'tax_invoice') return undefined;
  const vouchers = papers.filter(({ kind }) => kind === 'receipt_voucher');
  const own = new Set<string | null>(rows.map(({ id }) => id));
  const ofVisit = vouchers.findLast(({ payment_id: of }) => own.has(of));
  if (ofVisit) return ofVisit;
  const got = new Set(rows.filter(({ paise }) => paise > 0).map(({ pair_id: pair }) => pair));
  const people = new Set(advances.filter(({ id }) => got.has(id)).map(({ patient_id: person }) => person));
  const funding = new Set<string | null>(
    advances.filter(({ patient_id: person }) => people.has(person)).flatMap(fundingIds),
  );
  const lowered = loweredPaise(papers);
  return vouchers.find(
    ({ id, payment_id: of, total_paise: total }) => funding.has(of) && total > (lowered.get(id) ?? 0),
  );
}

/** Returns the tax of a paper: a paper that lowers or answers another one has its tax. */
function computeTax(parts: PaperParts, followed: PaperRow | undefined) {
  const { kind, of, paymentId } = parts.proposal;
  if (of && followed) return followed;
  if (parts.settings.registration !== 'regular' || kind === 'receipt') return null;
  return parts.taxOn(taxedDay(parts, paymentId));
}

/** Divides the total of a paper; one that lowers or answers another one has a part of its sums. */
function divideTotal(
  { proposal: { total, of }, papers }: PaperParts,
  followed: PaperRow | undefined,
  rate: number,
): DividedPrice {
  if (!of || !followed) return dividePrice(total, rate);
  const earlier = { total: 0, cgst: 0 };
  for (const lowering of papers.filter(({ of_id: id }) => id === followed.id)) {
    earlier.total += lowering.total_paise;
    earlier.cgst += lowering.cgst_paise;
  }
  return dividePart(total, rate, { price: followed.total_paise, earlier });
}

function sellerOf({ settings, head, name }: PaperParts): PaperContent['seller'] {
  const isRegistered = settings.registration !== 'none';
  return {
    name,
    legalName: isRegistered ? settings.legal_name : null,
    address: head.address,
    telephone: head.telephone,
    registrationNumber: head.registration_number,
    gstin: isRegistered ? settings.gstin : null,
  };
}

function descriptionOf({ proposal: { paymentId }, booking, serviceName, advances }: PaperParts): string {
  if (advances.some(({ id }) => id === paymentId)) return 'Advance';
  const visit = `${booking.service_name ?? serviceName}, ${formatDate(booking.appointment_date)}`;
  return paymentId === null ? visit : `Advance for ${visit}`;
}

/**
 * Returns the discount of a bill or an invoice of the whole visit, with what refunds before it have let
 * the visit off; the others have none.
 */
function discountIn({ proposal: { kind, total }, booking }: PaperParts): number {
  const { price_paise: price, discount_paise, allowed_paise } = booking;
  const discount = discount_paise + allowed_paise;
  const isBill = kind === 'bill_of_supply' || kind === 'tax_invoice';
  return isBill && price === total + discount ? discount : 0;
}

/**
 * Lists the money of a paper: for a voucher its row, for a receipt the money since the last one.
 */
function getPayments({ proposal: { kind, paymentId }, rows, advances, papers }: PaperParts) {
  if (kind === 'credit_note') return [];
  const last = papers.findLast((paper) => paper.kind === 'receipt')?.made_at;
  if (paymentId !== null) return [...rows, ...advances].filter(({ id }) => id === paymentId).map(asIs);
  if (kind === 'receipt' && last) return rows.filter(({ taken_at: at }) => at > last).map(asIs);
  const standing = rows.map((row) => ({ ...row, paise: remainingPaise(row, rows) }));
  return standing.filter(({ paise }) => paise > 0).map(asIs);
}

function asIs({ taken_at: at, method, paise, reference }: PaymentRow) {
  return { date: indiaDate(at), method, paise, reference };
}

function listNotes(
  kind: PaperKind,
  { registration }: PaperSettingsRow,
  papers: readonly PaperRow[],
): string[] {
  if (registration === 'composition' && kind === 'bill_of_supply') return [compositionNote];
  const isOfTax = kind === 'tax_invoice' || kind === 'receipt_voucher';
  return isOfTax || (kind === 'credit_note' && papers.some((paper) => paper.kind === 'tax_invoice'))
    ? [reverseChargeNote]
    : [];
}
