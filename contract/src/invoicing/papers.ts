import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise, PaymentMethod } from '../core/money.ts';
import { Id, lines, requiredLine } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';
import { Gstin } from './gst.ts';
import { CreditedLine, MoneyReason } from '../bookings/money.ts';

/**
 * `receipt`: of a payment. `bill_of_supply`: of an exempt service, or of a business under the
 * composition scheme. `tax_invoice`: of a taxable service. `credit_note` and `debit_note`: lower and
 * raise a bill or an invoice. `receipt_voucher`: of an advance of a registered business, which is its
 * receipt. `refund_voucher`: of money that went back.
 */
export const PaperKind = z.enum([
  'receipt',
  'bill_of_supply',
  'tax_invoice',
  'credit_note',
  'debit_note',
  'receipt_voucher',
  'refund_voucher',
]);
export type PaperKind = z.infer<typeof PaperKind>;

export const paperNames: Readonly<Record<PaperKind, string>> = {
  receipt: 'Receipt',
  bill_of_supply: 'Bill of supply',
  tax_invoice: 'Tax invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};

/** From this total a paper names the address of its recipient, in paise. */
const addressedFrom = 5_000_000;

export const Recipient = z.strictObject({
  name: z.string(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
});

/** A paper as it was made: no part of it changes with the business, the booking or a rate. */
export const Paper = z.strictObject({
  id: Id,
  kind: PaperKind,
  /** Consecutive in its series and financial year: `T/26-27/000123`. */
  number: z.string(),
  date: LocalDate,
  madeAt: Instant,
  /** The user who made it; null once erased, and for a paper that was made automatically. */
  by: z.string().nullable(),
  appointmentId: Id.nullable(),
  bookingReference: z.string().nullable(),
  seller: z.strictObject({
    name: z.string(),
    legalName: z.string().nullable(),
    address: z.string().nullable(),
    telephone: z.string().nullable(),
    registrationNumber: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
  recipient: Recipient,
  /** Whether its payment or refund was voided: the paper itself never changes. */
  isVoid: z.boolean(),
  /** The paper that this one lowers, raises or answers. */
  of: z.strictObject({ number: z.string(), date: LocalDate }).nullable(),
  /** The receipt vouchers whose money a bill or an invoice has, in paise of each, oldest first. */
  vouchers: z.array(z.strictObject({ number: z.string(), date: LocalDate, paise: z.int() })),
  /** The state, of a paper with tax words: `Maharashtra (27)`. */
  placeOfSupply: z.string().nullable(),
  /** The service and the day of the visit, or the words for an advance. */
  description: z.string(),
  sac: z.string().nullable(),
  /** Hundredths of a percent; null where no tax is charged, and where the items differ. */
  rate: z.int().nullable(),
  /** The discount of a bill or an invoice, in paise (section 15(3)(a) of the CGST Act). */
  discount: Paise,
  /** The service and the charges, each with its own tax; empty for a single supply. */
  items: z.array(
    z.strictObject({
      description: z.string(),
      sac: z.string().nullable(),
      rate: z.int().nullable(),
      total: Paise,
      taxable: Paise,
      cgst: Paise,
      sgst: Paise,
    }),
  ),
  /** In paise, with the taxes: total = taxable + cgst + sgst. */
  total: Paise,
  taxable: Paise,
  cgst: Paise,
  sgst: Paise,
  /** The money that had come in for it when it was made. */
  payments: z.array(
    z.strictObject({
      date: LocalDate,
      method: PaymentMethod.nullable(),
      paise: z.int(),
      reference: z.string().nullable(),
    }),
  ),
  reason: z.string().nullable(),
  /** The sentences that the law wants on it, such as that of the composition scheme. */
  notes: z.array(z.string()),
});
export type Paper = z.infer<typeof Paper>;

/** A paper in a list. */
export const PaperLine = Paper.pick({
  id: true,
  kind: true,
  number: true,
  date: true,
  total: true,
  isVoid: true,
});
export type PaperLine = z.infer<typeof PaperLine>;

/** The lines of a bill with several that a credit note may lower, with what is left of each. */
const CreditLines = z.array(CreditedLine.extend({ description: z.string(), left: Paise })).optional();

/** A paper that can be made now. */
export const PaperProposal = z.strictObject({
  kind: PaperKind,
  /** In paise; of a credit note the most. */
  total: Paise,
  /** The row of money that a receipt or a voucher is for. */
  paymentId: Id.nullable(),
  /** The paper that it lowers, raises or answers. */
  of: z.strictObject({ id: Id, number: z.string() }).nullable(),
  lines: CreditLines,
});
export type PaperProposal = z.infer<typeof PaperProposal>;

/**
 * Returns whether a paper has to name the address of its recipient: one with tax words from a total
 * on, and any to a company that names its GSTIN (rule 46 of the CGST Rules). A paper that follows
 * another one has that one's recipient.
 */
export function isAddressed({ kind, total, of }: PaperProposal, recipientGstin: string | null): boolean {
  const isOfMoney = kind === 'receipt' || kind === 'refund_voucher';
  return of === null && (recipientGstin !== null || (!isOfMoney && total >= addressedFrom));
}

export const BookingPapers = z.strictObject({
  papers: z.array(PaperLine),
  /** The first is what the desk means by *the receipt*; the first credit note is of the bill with the service. */
  proposals: z.array(PaperProposal),
  /** The credit note that the booking asks for: its bills have more than it costs. */
  credit: z
    .strictObject({
      total: Paise,
      of: z.strictObject({ id: Id, number: z.string() }),
      lines: CreditLines,
      /** Whether the bill is of another service with another tax: all of it is credited, then the visit has its own. */
      isOfOtherService: z.literal(true).optional(),
    })
    .nullable(),
  /** Why none is proposed although money was taken: what has to be said in Settings first. */
  missing: z.enum(['service_tax', 'address']).nullable(),
});
export type BookingPapers = z.infer<typeof BookingPapers>;

const params = z.strictObject({ id: Id });

export const listBookingPapers = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/papers',
  access: 'appointments.read',
  conditional: true,
  summary:
    "The papers of a booking, oldest first, and those that can be made of it and its person's advance.",
  params,
  reply: BookingPapers,
});

export const makePaper = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/papers',
  access: 'appointments.write',
  summary: 'Make a paper with the next number of its series. It is never changed.',
  params,
  body: z.strictObject({
    kind: PaperKind,
    /** The total that the caller saw; of a credit note the amount, up to that. */
    total: Paise.min(1, { error: 'Please enter an amount' }),
    /** By default the oldest payment of this total without a paper. */
    paymentId: Id.nullish(),
    ofId: Id.nullish(),
    /**
     * The line that a credit note lowers, up to what is left of it; by default the one with this amount,
     * else the last ones first.
     */
    line: CreditedLine.optional(),
    /** Required for a credit note. */
    reason: MoneyReason.nullish(),
    /** The booking's person by default. */
    recipientName: requiredLine(120, 'Please enter a name').nullish(),
    recipientAddress: lines(300).trim().nullish(),
    recipientGstin: Gstin.nullish(),
  }),
  reply: Paper,
  status: 201,
  idempotent: true,
});

export const getPaper = endpoint({
  method: 'GET',
  path: '/api/papers/:id',
  access: 'appointments.read',
  conditional: true,
  summary: 'A paper, to show and to print.',
  params,
  reply: Paper,
});

/** The papers of a range of days with their sums, newest first. */
export const PaperPage = z.strictObject({
  items: z.array(PaperLine.extend({ recipient: z.string() })),
  next: z.string().nullable(),
});
export type PaperPage = z.infer<typeof PaperPage>;

export const listPapers = endpoint({
  method: 'GET',
  path: '/api/papers',
  access: 'settings.write',
  summary: 'The papers of a range of days, newest first, paged by a cursor.',
  query: checkRange(z.strictObject({ ...dayRange, cursor: z.string().max(300).optional() })),
  reply: PaperPage,
});

export const exportPapers = endpoint({
  method: 'GET',
  path: '/api/papers/export',
  access: 'settings.write',
  summary: 'The papers of a range of days as a CSV file for an accountant, a line each.',
  query: checkRange(z.strictObject(dayRange)),
  transport: 'file',
});

export const exportPaperSums = endpoint({
  method: 'GET',
  path: '/api/papers/sums/export',
  access: 'settings.write',
  summary: 'The sums of bills, invoices and credit notes of a range of days by SAC and rate, as a CSV file.',
  query: checkRange(z.strictObject(dayRange)),
  transport: 'file',
});
