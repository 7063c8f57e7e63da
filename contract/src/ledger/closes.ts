import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';
import { CashMove, DrawerClose, DrawerExpense } from './drawers.ts';

/**
 * A row by which an owner has corrected a payment of a closed period later. It counts in no drawer, and
 * what the close says stays.
 */
const PeriodCorrection = z.strictObject({
  id: Id,
  /** Paise; below 0 for the row that is taken back. */
  paise: z.int(),
  method: PaymentMethod.nullable(),
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
});
export type PeriodCorrection = z.infer<typeof PeriodCorrection>;

/** A close with the petty cash and other cash of its period, oldest first; none where it was reopened. */
export const ClosedPeriod = DrawerClose.extend({
  expenseRows: z.array(DrawerExpense),
  moves: z.array(CashMove),
  /** The rows that corrected it later, oldest first. */
  corrections: z.array(PeriodCorrection),
  /** The cash of the corrections: below 0 so much less should have been counted. */
  corrected: z.int(),
});
export type ClosedPeriod = z.infer<typeof ClosedPeriod>;

/** The most days of which closes are summed. */
const mostDays = 366;
const days = checkRange(z.strictObject(dayRange), mostDays);

export const listCloses = endpoint({
  method: 'GET',
  path: '/api/drawers/closes',
  access: 'revenue.read',
  conditional: true,
  summary:
    'The closes of all drawers on a range of days with their petty cash, newest first, paged by a cursor.',
  query: checkRange(z.strictObject({ ...dayRange, cursor: z.string().max(300).optional() }), mostDays),
  reply: z.strictObject({ items: z.array(ClosedPeriod), next: z.string().nullable() }),
});

/** The sums of the closes of some days, without those that were reopened. */
export const CloseSums = z.strictObject({
  count: z.int(),
  /** The money that was taken by each method, less what was given back; the largest first. */
  methods: z.array(z.strictObject({ method: PaymentMethod, total: z.int() })),
  cashIn: z.int(),
  cashOut: z.int(),
  expenses: z.int(),
  handedOver: z.int(),
  /** The cash that corrections took from these periods later, below 0, or added. */
  corrected: z.int(),
  /** Below 0. One drawer's missing cash is not balanced by another's excess. */
  missing: z.int(),
  tooMuch: z.int(),
  /** The days in India with a difference, in order. */
  days: z.array(z.strictObject({ date: LocalDate, missing: z.int(), tooMuch: z.int() })),
});
export type CloseSums = z.infer<typeof CloseSums>;

export const sumCloses = endpoint({
  method: 'GET',
  path: '/api/drawers/closes/sums',
  access: 'revenue.read',
  conditional: true,
  summary: 'The sums of the closes of all drawers on a range of days, and the days with a difference.',
  query: days,
  reply: CloseSums,
});

export const exportCloses = endpoint({
  method: 'GET',
  path: '/api/drawers/closes/export',
  access: 'revenue.read',
  summary:
    'The closes of a range of days as a CSV file, oldest first: a line each, a line for each row of ' +
    'petty cash, and the sums in the last line.',
  query: days,
  transport: 'file',
});
