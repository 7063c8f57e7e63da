import { payablePaise } from '@samay/contract/bookings/owing';
import type { PaperKind, PaperProposal } from '@samay/contract/invoicing/papers';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { AppointmentRow } from '../../bookings/index.ts';
import { isVoided, type PaymentRow } from '../../ledger/index.ts';
import type { AdvanceMoney, PaperRow, PaperSettingsRow, TaxRow } from './queries.ts';
import { loweredPaise, Vouchers } from './vouchers.ts';

type PaperBooking = Pick<
  AppointmentRow,
  'id' | 'status' | 'appointment_date' | 'price_paise' | 'discount_paise' | 'allowed_paise' | 'amount_paise'
>;

/** Everything that decides which papers can be made of a booking. */
export interface PaperFacts {
  readonly booking: PaperBooking;
  /** Today in India. */
  readonly today: LocalDate;
  readonly registration: PaperSettingsRow['registration'];
  /** Returns the tax of the booking's service on a day; null where the owner has not said it. */
  readonly taxOn: (day: LocalDate) => TaxRow | null;
  readonly hasAddress: boolean;
  /** The money of the booking. */
  readonly rows: readonly PaymentRow[];
  /** The money of its person's advance. */
  readonly advances: readonly AdvanceMoney[];
  /** The papers of the booking, and the vouchers of the advance. */
  readonly papers: readonly PaperRow[];
}

export interface Proposed {
  readonly proposals: PaperProposal[];
  readonly missing: 'service_tax' | 'address' | null;
}

/**
 * Lists the papers that can be made of a booking now, the one that its visit asks for first. A
 * business without GST gives receipts for what was paid. A registered one gives a bill of supply or
 * a tax invoice for the visit, vouchers for taxed money that came before it, and credit notes.
 */
export function proposedPapers(facts: PaperFacts): Proposed {
  const { registration } = facts;
  if (registration === 'none') return { proposals: [...receipts(facts), ...lowering(facts)], missing: null };
  const missing = missingSetting(facts);
  const isTaxed = registration === 'regular' && isTaxable(facts, facts.booking.appointment_date);
  const visit = missing ? [] : bills(facts, isTaxed ? 'tax_invoice' : 'bill_of_supply');
  const early = registration === 'regular' && facts.hasAddress ? receiptVouchers(facts) : [];
  return { proposals: [...visit, ...early, ...lowering(facts)], missing };
}

function isTaxable({ taxOn: taxOf }: PaperFacts, day: LocalDate): boolean {
  return taxOf(day)?.treatment === 'taxable';
}

/** Lists the papers that lower or answer one that was made; nothing has to be said for them. */
function lowering(facts: PaperFacts): PaperProposal[] {
  return [...refundVouchers(facts), ...creditNotes(facts)];
}

function missingSetting({
  booking,
  registration,
  taxOn: taxOf,
  hasAddress,
}: PaperFacts): Proposed['missing'] {
  if (!hasAddress) return 'address';
  return registration === 'regular' && !taxOf(booking.appointment_date) ? 'service_tax' : null;
}

/** Returns what a visit costs, in paise (`payablePaise`), or what was paid without a price. */
function billedValue({ price_paise: price, ...row }: PaperBooking) {
  const { discount_paise: discount, allowed_paise: allowed, amount_paise: paid } = row;
  return payablePaise({ price, discount, allowed }) ?? paid ?? 0;
}

/** Returns whether a visit has taken place or takes place today. */
function isSupplied({ status, appointment_date: date }: PaperBooking, today: LocalDate): boolean {
  return status === 'completed' || (status === 'scheduled' && date <= today);
}

/** A bill or invoice with what credit notes have left of it, in paise. */
interface StandingBill {
  readonly bill: PaperRow;
  readonly left: number;
}

/** Lists the bills and invoices of a booking that credit notes have not lowered to nothing. */
function standingBills(papers: readonly PaperRow[]): StandingBill[] {
  const lowered = loweredPaise(papers);
  return papers
    .filter(isBill)
    .map((bill) => ({ bill, left: bill.total_paise - (lowered.get(bill.id) ?? 0) }))
    .filter(({ left }) => left > 0);
}

function isBill({ kind }: PaperRow): boolean {
  return kind === 'bill_of_supply' || kind === 'tax_invoice';
}

function receipts({ booking, papers }: PaperFacts): PaperProposal[] {
  const received = papers.filter(({ kind }) => kind === 'receipt');
  const total = received.reduce((left, paper) => left - paper.total_paise, booking.amount_paise ?? 0);
  return total > 0 ? [{ kind: 'receipt', total, paymentId: null, of: null }] : [];
}

/** Proposes a bill of what no standing bill has: all of it, or what a longer visit costs more. */
function bills({ booking, today, papers }: PaperFacts, kind: PaperKind): PaperProposal[] {
  const billed = standingBills(papers).reduce((sum, { bill }) => sum + bill.total_paise, 0);
  const total = billedValue(booking) - billed;
  if (!isSupplied(booking, today) || total <= 0) return [];
  return [{ kind, total, paymentId: null, of: null }];
}

/** Proposes a voucher for taxed money that came before its visit, or belongs to no visit yet. */
function receiptVouchers(facts: PaperFacts): PaperProposal[] {
  const { booking, today, rows, advances, papers } = facts;
  const isBilled = standingBills(papers).length > 0 || isSupplied(booking, today);
  const early = isBilled ? [] : rows.filter(({ taken_at: at }) => indiaDate(at) < booking.appointment_date);
  const all = [...rows, ...advances];
  const vouchers = new Vouchers(facts);
  return [...early, ...advances].flatMap(({ id, kind, paise, taken_at: at }): PaperProposal[] => {
    if (kind !== 'payment' || paise === 0 || isVoided({ id }, all) || vouchers.has(id)) return [];
    if (!isTaxable(facts, indiaDate(at))) return [];
    return [{ kind: 'receipt_voucher', total: paise, paymentId: id, of: null }];
  });
}

/**
 * Proposes a voucher for money that went back, of which a voucher and no invoice was given, up to
 * what is left of that voucher.
 */
function refundVouchers(facts: PaperFacts): PaperProposal[] {
  const { rows, advances, papers } = facts;
  const all = [...rows, ...advances];
  const vouchers = new Vouchers(facts);
  const ofVisit = new Set<string | null>(rows.map(({ id }) => id));
  const lastBilled = papers.filter(isBill).reduce((last, { made_at: at }) => Math.max(last, at.getTime()), 0);
  return all.flatMap((row): PaperProposal[] => {
    const { id, kind, paise } = row;
    if ((kind !== 'refund' && kind !== 'void') || isVoided(row, all) || vouchers.has(id)) return [];
    const answered = vouchers.answered(row);
    if (!answered) return [];
    const { voucher, left } = answered;
    const isOfVisit = ofVisit.has(id) || ofVisit.has(voucher.payment_id);
    if (isOfVisit && lastBilled >= voucher.made_at.getTime()) return [];
    const named = { id: voucher.id, number: voucher.number };
    return [{ kind: 'refund_voucher', total: Math.min(-paise, left), paymentId: id, of: named }];
  });
}

function creditNotes({ papers }: PaperFacts): PaperProposal[] {
  return standingBills(papers).map(({ bill, left }) => {
    const of = { id: bill.id, number: bill.number };
    return { kind: 'credit_note', total: left, paymentId: null, of };
  });
}

/**
 * Returns the day whose tax a paper has: that on which the money of a voucher was taken, or that of
 * the visit.
 */
export function taxedDay(
  { booking, rows, advances }: Pick<PaperFacts, 'booking' | 'rows' | 'advances'>,
  paymentId: string | null,
): LocalDate {
  const money = [...rows, ...advances].find(({ id }) => id === paymentId);
  return money ? indiaDate(money.taken_at) : booking.appointment_date;
}

/** Returns how a service is taxed on a day: by the last of its rows that holds by then. */
export function taxOn(taxes: readonly TaxRow[], serviceId: string | null, day: LocalDate): TaxRow | null {
  const own = taxes.filter(({ service_id: of, holds_from: from }) => of === serviceId && from <= day);
  return own.toSorted((one, other) => (one.holds_from < other.holds_from ? -1 : 1)).at(-1) ?? null;
}

/** Returns the financial year of a day, from 1 April: `26-27`. */
export function financialYear(day: LocalDate): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month >= 4 ? year : year - 1;
  return `${pair(first)}-${pair(first + 1)}`;
}

/**
 * Returns the last day on which a credit note may lower a bill: a day after the end of the
 * financial year of its visit, or of the bill if that is earlier.
 * @param until `MM-DD`
 */
export function lastCreditDay(
  { dated }: Pick<PaperRow, 'dated'>,
  visitDay: LocalDate,
  until: string,
): LocalDate {
  const supplied = visitDay < dated ? visitDay : dated;
  const [year, month] = [Number(supplied.slice(0, 4)), Number(supplied.slice(5, 7))];
  return `${month >= 4 ? year + 1 : year}-${until}`;
}

function pair(year: number): string {
  return String(year % 100).padStart(2, '0');
}
