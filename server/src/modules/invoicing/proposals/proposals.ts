import { payablePaise } from '@samay/contract/bookings/owing';
import { hasEnded } from '@samay/contract/bookings/statuses';
import type { PaperProposal } from '@samay/contract/invoicing/papers';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { AppointmentRow } from '../../bookings/index.ts';
import { type ChargeRow, isVoided, type PaymentRow } from '../../ledger/index.ts';
import { forgonePaise } from './forgone.ts';
import { creditLines, hasService, serviceTax, unbilledCharges } from './items.ts';
import type { AdvanceMoney, PaperRow, PaperSettingsRow, TaxRow } from '../rows/queries.ts';
import { isBillOrNote, loweredPaise, Vouchers } from './vouchers.ts';

/** A booking with what was asked back of its money through the provider and has not gone back, in paise. */
export type PaperBooking = { readonly pending_paise: number } & Pick<
  AppointmentRow,
  | 'id'
  | 'status'
  | 'service_id'
  | 'appointment_date'
  | 'kept_on'
  | 'price_paise'
  | 'charges_paise'
  | 'discount_paise'
  | 'allowed_paise'
  | 'amount_paise'
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
  readonly charges: readonly ChargeRow[];
  /** The money of the booking. */
  readonly rows: readonly PaymentRow[];
  /** The money of its person's advance. */
  readonly advances: readonly AdvanceMoney[];
  /** The papers of the booking, and the vouchers of the advance. */
  readonly papers: readonly PaperRow[];
  /** The differences in paise whose credit notes are not made. */
  readonly dismissed: readonly number[];
}

export interface Proposed {
  readonly proposals: PaperProposal[];
  readonly missing: 'service_tax' | 'address' | null;
}

/**
 * Lists the papers that can be made of a booking now, the one that its visit asks for first: a bill
 * of supply or a tax invoice of a registered business, what a dearer visit costs more, a receipt or a
 * voucher of each payment, and credit notes, that of the bill with the service first.
 */
export function proposedPapers(facts: PaperFacts): Proposed {
  const vouchers = new Vouchers(facts);
  const missing = missingSetting(facts);
  const visit = missing || facts.registration === 'none' ? [] : bills(facts);
  const money = missing === 'address' ? [] : receipts(facts, vouchers, missing);
  const lowering = [...refundVouchers(facts, vouchers), ...creditNotes(facts)];
  return { proposals: [...visit, ...money, ...lowering], missing };
}

function missingSetting({
  booking,
  registration,
  taxOn: taxOf,
  hasAddress,
}: PaperFacts): Proposed['missing'] {
  if (registration === 'none') return null;
  if (!hasAddress) return 'address';
  return registration === 'regular' && !taxOf(supplyDay(booking)) ? 'service_tax' : null;
}

/**
 * Returns what a visit costs, in paise (`payablePaise`), or what was paid where no price is known. A
 * cancelled or missed one costs what is kept of its money, without what is on its way back.
 */
function billedValue({ price_paise: price, charges_paise: charges, ...row }: PaperBooking): number {
  const { status, discount_paise: discount, allowed_paise: allowed, amount_paise: paid } = row;
  if (hasEnded(status)) return Math.max(0, (paid ?? 0) - row.pending_paise);
  const cost = payablePaise({ price, charges, discount, allowed }) ?? 0;
  return price === null ? Math.max(cost, paid ?? 0) : cost;
}

/** Returns the day of a visit, or of a cancelled or missed one that on which its fee was kept. */
export function supplyDay(booking: Pick<PaperBooking, 'appointment_date' | 'kept_on'>): LocalDate {
  return booking.kept_on ?? booking.appointment_date;
}

/** Returns whether a visit has taken place or takes place today, or money of an ended one was kept. */
function isSupplied(booking: PaperBooking, today: LocalDate): boolean {
  const { status, appointment_date: date } = booking;
  if (hasEnded(status)) return billedValue(booking) > 0;
  return status === 'completed' || (status === 'scheduled' && date <= today);
}

/** A bill, an invoice or a debit note with what credit notes have left of it, in paise. */
interface StandingBill {
  readonly bill: PaperRow;
  readonly left: number;
}

/** Lists the bills, invoices and debit notes of a booking that credit notes have not lowered to nothing. */
function standingBills(papers: readonly PaperRow[]): StandingBill[] {
  const lowered = loweredPaise(papers);
  return papers
    .filter(({ kind }) => kind !== 'credit_note' && isBillOrNote(kind))
    .map((bill) => ({ bill, left: bill.total_paise - (lowered.get(bill.id) ?? 0) }))
    .filter(({ left }) => left > 0);
}

/**
 * Proposes a bill of the visit; once a bill or an invoice stands, a debit note to it of what the
 * visit costs more. A taxable charge after a bill of supply has an invoice.
 */
function bills(facts: PaperFacts): PaperProposal[] {
  const { booking, today, papers, registration } = facts;
  const standing = standingBills(papers);
  const total = -excessPaise(facts) - forgonePaise(facts, new Set(standing.map(({ bill }) => bill.id)));
  if (!isSupplied(booking, today) || total <= 0 || otherService(facts, standing)) return [];
  const raised = standing.findLast(({ bill }) => bill.kind !== 'debit_note')?.bill;
  const charges =
    registration === 'regular' && !hasEnded(booking.status) ? unbilledCharges(facts.charges, papers) : [];
  const isChargeTaxed = charges.some(({ treatment }) => treatment === 'taxable');
  if (raised && !(isChargeTaxed && raised.kind === 'bill_of_supply'))
    return [{ kind: 'debit_note', total, paymentId: null, of: named(raised) }];
  const isServiceTaxed = treatmentOn(facts, supplyDay(booking)) === 'taxable';
  const isTaxed = registration === 'regular' && (isServiceTaxed || isChargeTaxed);
  return [{ kind: isTaxed ? 'tax_invoice' : 'bill_of_supply', total, paymentId: null, of: null }];
}

/** Returns what the standing bills of a booking have more than it costs, in paise; below zero what they have less. */
export function excessPaise({ booking, papers }: Pick<PaperFacts, 'booking' | 'papers'>): number {
  return standingBills(papers).reduce((sum, { left }) => sum + left, 0) - billedValue(booking);
}

/**
 * Finds a standing bill of another service than the visit has now, with another tax: its difference has no note, but
 * all of it a credit note, and then the visit its own bill. One whose credit note was dismissed is as any other.
 */
function otherService(
  {
    booking,
    papers,
    taxOn: taxOf,
    registration,
    dismissed,
  }: Pick<PaperFacts, 'booking' | 'papers' | 'taxOn' | 'registration' | 'dismissed'>,
  standing: readonly StandingBill[],
): StandingBill | undefined {
  const now = taxOf(supplyDay(booking));
  if (registration !== 'regular' || hasEnded(booking.status) || booking.service_id === null || !now)
    return undefined;
  return standing.find(({ bill, left }) => {
    const { service } = bill.content;
    const tax = serviceTax(bill);
    if (typeof service !== 'string' || service === booking.service_id || !tax) return false;
    if (dismissed.includes(left)) return false;
    return hasService(bill, papers) && (tax.sac !== now.sac || tax.rate !== now.rate);
  });
}

function treatmentOn({ taxOn: taxOf }: PaperFacts, day: LocalDate): TaxRow['treatment'] | undefined {
  return taxOf(day)?.treatment;
}

/**
 * Proposes a receipt of each payment but imported ones, which had theirs elsewhere. A registered business gives a
 * receipt voucher for money that came before its visit or belongs to none yet, once it is known how that is taxed, and
 * a receipt for an advance that bills have already, such as one that was corrected.
 */
function receipts(facts: PaperFacts, vouchers: Vouchers, missing: Proposed['missing']): PaperProposal[] {
  const { booking, today, registration, rows, advances, papers } = facts;
  const all = [...rows, ...advances];
  const others = idsOfOthers(advances);
  const isBilled = standingBills(papers).length > 0 || isSupplied(booking, today);
  return all.flatMap((row): PaperProposal[] => {
    const { id, kind, paise, source } = row;
    if (kind !== 'payment' || source === 'imported' || paise === 0) return [];
    if (isVoided(row, all) || vouchers.has(id) || others.has(id)) return [];
    const day = indiaDate(row.taken_at);
    const isEarly = row.patient_id === null ? !isBilled : !vouchers.isBilled(id);
    const isVoucher = registration !== 'none' && isEarly;
    const isUnsaid = isVoucher ? registration === 'regular' && !treatmentOn(facts, day) : missing !== null;
    if (isUnsaid) return [];
    return [{ kind: isVoucher ? 'receipt_voucher' : 'receipt', total: paise, paymentId: id, of: null }];
  });
}

/** Lists the rows of another person's advance: their money has its receipts and vouchers at their visits, by their name. */
function idsOfOthers(advances: readonly AdvanceMoney[]): ReadonlySet<string> {
  return new Set(advances.flatMap(({ id, is_of_other: isOfOther }) => (isOfOther ? [id] : [])));
}

/**
 * Proposes a voucher for each refund. It answers the receipt voucher of the money, up to what is left
 * of it and no bill has; otherwise it has no tax: that of a business without GST, of a payment with a receipt, and of
 * money that a bill has, whose tax a credit note lowers. Where a receipt voucher is not made yet, the
 * refund waits for it.
 */
function refundVouchers(facts: PaperFacts, vouchers: Vouchers): PaperProposal[] {
  const { rows, advances, papers, registration } = facts;
  const all = [...rows, ...advances];
  const ofVisit = new Set<string | null>(rows.map(({ id }) => id));
  // Money that the visit gave to the advance of another person stays its own.
  const given = new Set<string | null>(
    advances.filter(({ moved_id: moved }) => moved !== null && ofVisit.has(moved)).map(({ id }) => id),
  );
  const others = idsOfOthers(advances);
  const isBill = ({ kind }: PaperRow) => kind === 'bill_of_supply' || kind === 'tax_invoice';
  const lastBilled = papers.filter(isBill).reduce((last, { made_at: at }) => Math.max(last, at.getTime()), 0);
  return all.flatMap((row): PaperProposal[] => {
    const { id, kind, paise } = row;
    if (kind !== 'refund' || isVoided(row, all) || vouchers.has(id)) return [];
    if (others.has(id) && !given.has(row.of_id)) return [];
    const proposal = { kind: 'refund_voucher', paymentId: id } as const;
    const { voucher, left, isOwn } = vouchers.answered(row) ?? {};
    // Money that the visit has spent from an advance names no voucher of its own.
    const isOfVisit = !isOwn && (ofVisit.has(id) || ofVisit.has(voucher?.payment_id ?? null));
    if (voucher && left && !(isOfVisit && lastBilled >= voucher.made_at.getTime()))
      return [{ ...proposal, total: Math.min(-paise, left), of: named(voucher) }];
    const receipt = vouchers.receiptOfRefunded(row);
    const isUntaxed = registration === 'none' || receipt !== undefined || vouchers.isOfBilled(row);
    return isUntaxed ? [{ ...proposal, total: -paise, of: receipt ? named(receipt) : null }] : [];
  });
}

/** Lists the standing bills in the order in which notes lower them: with the service first, then with most left. */
function lowerable(papers: readonly PaperRow[]): StandingBill[] {
  return standingBills(papers)
    .map((standing) => ({ ...standing, order: hasService(standing.bill, papers) ? 0 : 1 }))
    .toSorted((one, other) => one.order - other.order || other.left - one.left);
}

function creditNotes({ papers }: PaperFacts): PaperProposal[] {
  return lowerable(papers).map(({ bill, left }) => {
    const proposal = { kind: 'credit_note' as const, total: left, paymentId: null, of: named(bill) };
    const lines = creditLines(bill, papers);
    return { ...proposal, ...(lines && { lines }) };
  });
}

/**
 * Returns the credit note that a booking asks for: of the bills with its service, which a discount is about, else of
 * all, that with most left of it. Its bills have more than it costs (`excess`) after a refund, a discount, a
 * cancellation or a no-show, and nobody dismissed it.
 */
export function proposedCredit(
  facts: Pick<PaperFacts, 'booking' | 'papers' | 'taxOn' | 'registration' | 'dismissed'>,
) {
  const { papers, dismissed } = facts;
  const standing = lowerable(papers);
  const other = otherService(facts, standing);
  const lowered = other ?? standing[0];
  const excess = other?.left ?? excessPaise(facts);
  if (!lowered || excess <= 0 || dismissed.includes(excess)) return null;
  const lines = creditLines(lowered.bill, papers);
  return {
    total: Math.min(excess, lowered.left),
    excess,
    of: named(lowered.bill),
    ...(lines && { lines }),
    ...(other && { isOfOtherService: true as const }),
  };
}

function named({ id, number }: PaperRow) {
  return { id, number };
}

/**
 * Returns the day whose tax a paper has: that on which the money of a voucher was taken, or that of
 * the visit or of its cancellation fee.
 */
export function taxedDay(
  { booking, rows, advances }: Pick<PaperFacts, 'booking' | 'rows' | 'advances'>,
  paymentId: string | null,
): LocalDate {
  const money = [...rows, ...advances].find(({ id }) => id === paymentId);
  return money ? indiaDate(money.taken_at) : supplyDay(booking);
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
