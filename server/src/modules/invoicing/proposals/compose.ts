import { randomUUID } from 'node:crypto';
import { hasEnded } from '@samay/contract/bookings/statuses';
import { dividePart, dividePrice, type DividedPrice, getState } from '@samay/contract/invoicing/gst';
import type { PaperKind, PaperProposal } from '@samay/contract/invoicing/papers';
import { formatDate, indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { AppointmentRow } from '../../bookings/index.ts';
import { type ChargeRow, remainingPaise, type PaymentRow } from '../../ledger/index.ts';
import { billedItems, creditedItems, type PaperItem, sumItems } from './items.ts';
import { excessPaise, financialYear, type PaperBooking, taxedDay } from './proposals.ts';
import type {
  AdvanceMoney,
  BusinessHead,
  PaperContent,
  PaperRow,
  PaperSettingsRow,
  TaxRow,
} from '../rows/queries.ts';
import { isBillOrNote, Vouchers } from './vouchers.ts';

const letters: Readonly<Record<PaperKind, string>> = {
  receipt: 'R',
  bill_of_supply: 'B',
  tax_invoice: 'T',
  credit_note: 'C',
  debit_note: 'D',
  receipt_voucher: 'V',
  refund_voucher: 'W',
};

/** The sentence that rule 5 of the CGST (composition) rules requires on a bill of supply; what raises one has it too. */
export const compositionNote = 'Composition taxable person, not eligible to collect tax on supplies';
const reverseChargeNote = 'Tax is not payable on reverse charge';

/** The content of a paper in addition to its proposal. */
interface PaperWishes {
  readonly recipient: PaperContent['recipient'];
  readonly reason: string | null;
  /** The line that a credit note lowers. */
  readonly line?: { readonly charge: string | null } | undefined;
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
  readonly booking: AppointmentRow & Pick<PaperBooking, 'pending_paise'>;
  /** The name of a booking's service if none was kept. */
  readonly serviceName: string;
  readonly charges: readonly ChargeRow[];
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
  const followed = papers.find(({ id }) => id === proposal.of?.id);
  const person = parts.advances.find(({ id }) => id === paymentId)?.patient_id ?? null;
  const ofSupply = computeTax(parts, followed);
  const items = divideItems(parts, followed, ofSupply);
  const tax = items ? sumItems(items) : ofSupply;
  const { taxable, cgst, sgst } = items ? sumItems(items) : divideTotal(parts, followed, tax?.rate ?? 0);
  const isOfTax = settings.registration !== 'none';
  const content: PaperContent = {
    bookingReference: person === null ? booking.reference : null,
    seller: composeSeller(parts),
    recipient: parts.wishes.recipient,
    of: followed ? { number: followed.number, date: followed.dated } : null,
    vouchers: adjustedVouchers(parts),
    placeOfSupply: isOfTax && settings.gstin ? getState(settings.gstin) : null,
    description: describePaper(parts),
    discount: discountIn(parts),
    ...(kind !== 'credit_note' && isBillOrNote(kind) && { service: serviceOf(parts) }),
    ...(kind === 'credit_note' && { forgone: Math.max(0, total - Math.max(0, excessPaise(parts))) }),
    ...(items && { items }),
    payments: getPayments(parts),
    reason: parts.wishes.reason,
    notes: listNotes(kind, { settings, papers, followed, rate: tax?.rate ?? null }),
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
    appointment_id: person === null ? booking.id : null,
    patient_id: person,
    payment_id: paymentId,
    of_id: proposal.of?.id ?? null,
    total_paise: total,
    taxable_paise: taxable,
    cgst_paise: cgst,
    sgst_paise: sgst,
    rate: tax?.rate ?? null,
    sac: tax?.sac ?? null,
    is_void: false,
    content,
  };
}

/** Returns the id of the service by whose tax a bill is made. */
function serviceOf(parts: PaperParts): string | null {
  return parts.booking.service_id ?? parts.taxOn(taxedDay(parts, null))?.service_id ?? null;
}

/** Lists the receipt vouchers whose money a bill, an invoice or a debit note has. */
function adjustedVouchers(parts: PaperParts): PaperContent['vouchers'] {
  const { kind, total } = parts.proposal;
  if (kind === 'credit_note' || !isBillOrNote(kind)) return [];
  return new Vouchers(parts)
    .adjustedBy(total)
    .map(({ voucher: { id, number, dated: date }, paise }) => ({ id, number, date, paise }));
}

/** Returns the tax of a paper: a paper that lowers, raises or answers another one has its tax. */
function computeTax(parts: PaperParts, followed: PaperRow | undefined) {
  const { kind, of, paymentId } = parts.proposal;
  if (kind === 'debit_note' && followed?.content.items)
    return followed.content.items.find(({ charge }) => charge === null) ?? parts.taxOn(taxedDay(parts, null));
  if (of && followed) return followed;
  if (parts.settings.registration !== 'regular' || kind === 'receipt' || kind === 'refund_voucher')
    return null;
  return parts.taxOn(taxedDay(parts, paymentId));
}

/** Divides the total of a paper; one that lowers or answers another one has a part of its sums. */
function divideTotal(
  { proposal: { kind, total, of }, papers }: PaperParts,
  followed: PaperRow | undefined,
  rate: number,
): DividedPrice {
  if (!of || !followed || kind === 'debit_note') return dividePrice(total, rate);
  const earlier = { total: 0, cgst: 0 };
  const isLowering = (paper: PaperRow) =>
    paper.of_id === followed.id && paper.kind !== 'debit_note' && !paper.is_void;
  for (const lowering of papers.filter(isLowering)) {
    earlier.total += lowering.total_paise;
    earlier.cgst += lowering.cgst_paise;
  }
  return dividePart(total, rate, { price: followed.total_paise, earlier });
}

function composeSeller({ settings, head, name }: PaperParts): PaperContent['seller'] {
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

function describePaper({ proposal, booking, serviceName, advances, papers }: PaperParts): string {
  const { kind, paymentId, of } = proposal;
  if (advances.some(({ id }) => id === paymentId)) return 'Advance';
  const visit = `${booking.service_name ?? serviceName}, ${formatDate(booking.appointment_date)}`;
  if (hasEnded(booking.status)) {
    if (kind === 'credit_note') return papers.find(({ id }) => id === of?.id)?.content.description ?? visit;
    if (isBillOrNote(kind)) return `Cancellation fee for ${visit}`;
  }
  const isOfAdvance =
    kind === 'receipt_voucher' ||
    papers.some(({ id, kind: named }) => id === of?.id && named === 'receipt_voucher');
  return isOfAdvance ? `Advance for ${visit}` : visit;
}

/**
 * Returns the discount of a bill or an invoice of the whole visit, with what refunds before it have let
 * the visit off; the others have none, and neither has a cancellation fee.
 */
function discountIn({ proposal: { kind, total }, booking }: PaperParts): number {
  if (hasEnded(booking.status)) return 0;
  const { price_paise: price, charges_paise: charges, discount_paise, allowed_paise } = booking;
  const discount = discount_paise + allowed_paise;
  return isBillKind(kind) && (price ?? 0) + charges === total + discount ? discount : 0;
}

function isBillKind(kind: PaperKind): boolean {
  return kind === 'bill_of_supply' || kind === 'tax_invoice';
}

/** Returns the lines of a bill or debit note with charges, or of a credit note; null for a single supply. */
function divideItems(
  parts: PaperParts,
  followed: PaperRow | undefined,
  tax: Pick<TaxRow, 'sac' | 'rate'> | null,
): PaperItem[] | null {
  const { proposal, settings, booking, papers } = parts;
  const { kind, total } = proposal;
  if (kind === 'credit_note' && followed) return creditedItems(total, followed, papers, parts.wishes.line);
  // A fee is one supply, whatever was charged before.
  const charges = hasEnded(booking.status) ? [] : parts.charges;
  if (!isBillOrNote(kind)) return null;
  const isOfTax = settings.registration === 'regular';
  return billedItems({ total, description: describePaper(parts), tax, isOfTax, charges, papers });
}

/**
 * Lists the money of a paper: for a receipt or a voucher its row, for a bill what is left of all that
 * came in.
 */
function getPayments({ proposal: { kind, paymentId }, rows, advances }: PaperParts) {
  if (kind === 'credit_note' || kind === 'debit_note') return [];
  if (paymentId !== null) return [...rows, ...advances].filter(({ id }) => id === paymentId).map(asIs);
  const standing = rows.map((row) => ({ ...row, paise: remainingPaise(row, rows) }));
  return standing.filter(({ paise }) => paise > 0).map(asIs);
}

function asIs({ taken_at: at, method, paise, reference }: PaymentRow) {
  return { date: indiaDate(at), method, paise, reference };
}

function listNotes(
  kind: PaperKind,
  {
    settings,
    papers,
    followed,
    rate,
  }: Pick<PaperParts, 'settings' | 'papers'> & {
    readonly followed: PaperRow | undefined;
    readonly rate: number | null;
  },
): string[] {
  if (settings.registration === 'composition' && kind === 'bill_of_supply') return [compositionNote];
  if (kind === 'debit_note' && followed?.content.notes.includes(compositionNote)) return [compositionNote];
  const isNote = kind === 'credit_note' || kind === 'debit_note';
  const isOfTax = kind === 'tax_invoice' || (kind === 'receipt_voucher' && rate !== null);
  return isOfTax || (isNote && papers.some((paper) => paper.kind === 'tax_invoice'))
    ? [reverseChargeNote]
    : [];
}
