import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { partSizes } from './revenue-parts.ts';
import { Id } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';

/** A range of any length: the sums are stored by day. */
const Range = checkRange(z.strictObject(dayRange));

/** Sums over whole days in India, in paise, including bookings that the plan hides. */
const Sum = z.strictObject({ total: z.int(), bookings: z.int() });

export const RevenueSummary = Sum.extend({
  /** Rounded to a rupee, in paise; 0 when there are none. */
  average: z.int(),
  /** The part of the total that was taken or given back for bookings of locked months, in paise. */
  earlier: z.int(),
  /** The part of the total that are cancellation fees, in paise; they count no booking. */
  fees: z.int(),
});
export type RevenueSummary = z.infer<typeof RevenueSummary>;

/**
 * A booking that counts as revenue, or a cancellation fee. `paymentMethod` names the methods of its money, such as
 * `UPI + Cash`; Online if none was noted.
 */
export const Transaction = Appointment.pick({
  id: true,
  personName: true,
  personContact: true,
  date: true,
  time: true,
  reference: true,
  serviceName: true,
}).extend({
  amount: z.int(),
  paymentMethod: z.string(),
  /** Present for a cancellation fee; its date is the day on which it was kept. */
  isFee: z.literal(true).optional(),
});
export type Transaction = z.infer<typeof Transaction>;

export const RevenueBreakdown = z.strictObject({
  /** The period of the parts: days, or for longer ranges weeks, months or years. */
  by: z.enum(partSizes),
  /**
   * Parts with revenue, in order, both ends included; the first and the last may be cut at the
   * range.
   */
  parts: z.array(Sum.extend({ from: LocalDate, to: LocalDate })),
  /** Payment methods with revenue, largest first. */
  methods: z.array(Sum.extend({ method: PaymentMethod })),
});
export type RevenueBreakdown = z.infer<typeof RevenueBreakdown>;

export const getRevenue = endpoint({
  method: 'GET',
  path: '/api/revenue',
  access: 'revenue.read',
  conditional: true,
  summary:
    'Amounts of scheduled and completed bookings dated from `from` to `to`, and cancellation fees kept then, both included.',
  query: Range,
  reply: RevenueSummary,
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/revenue/transactions',
  access: 'revenue.read',
  conditional: true,
  summary:
    'The bookings and cancellation fees that make up the revenue of a range of days, newest first, paged by a cursor.',
  query: checkRange(
    z.strictObject({
      ...dayRange,
      /** Only bookings paid by this method. */
      method: PaymentMethod.optional(),
      /** Only bookings with this doctor, court or part; `none` for those with none. */
      resource: z.union([Id, z.literal('none')]).optional(),
      cursor: z.string().max(300).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  ),
  /** `hidden`: the number of summed bookings and fees that are not listed because the plan hides them. */
  reply: z.strictObject({ items: z.array(Transaction), next: z.string().nullable(), hidden: z.int() }),
});

export const getRevenueBreakdown = endpoint({
  method: 'GET',
  path: '/api/revenue/breakdown',
  access: 'revenue.read',
  conditional: true,
  summary:
    'The revenue of a range of days by day (or week, month, year, the longer it is) and by payment method.',
  query: Range,
  reply: RevenueBreakdown,
});

export const exportRevenue = endpoint({
  method: 'GET',
  path: '/api/revenue/export',
  access: 'revenue.read',
  summary: 'The same bookings as a CSV file (UTF-8, amounts in rupees), with their total in the last line.',
  query: Range,
  transport: 'file',
});
