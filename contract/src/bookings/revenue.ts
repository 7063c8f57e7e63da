import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { partSizes } from './revenue-parts.ts';
import { LocalDate } from '../core/time.ts';

/** Any range: what its days add up to is kept by the day. */
const Range = checkRange(z.strictObject(dayRange));

/** Sums over whole days in India, in paise; they include what the plan hides from lists. */
const Sum = z.strictObject({ total: z.int(), bookings: z.int() });

export const RevenueSummary = Sum.extend({
  /** Rounded to a rupee, in paise; 0 when there are none. */
  average: z.int(),
});
export type RevenueSummary = z.infer<typeof RevenueSummary>;

/** One booking that counts as revenue. `paymentMethod` is the classified one, Online where none was noted (specification 9). */
export const Transaction = Appointment.pick({
  id: true,
  personName: true,
  personContact: true,
  date: true,
  time: true,
  reference: true,
}).extend({
  amount: z.int(),
  paymentMethod: PaymentMethod,
});
export type Transaction = z.infer<typeof Transaction>;

export const RevenueBreakdown = z.strictObject({
  /** How the range is divided: by days, and where they are too many for a plot by weeks, months or years. */
  by: z.enum(partSizes),
  /** Parts that have revenue, in order, both ends included; the first and the last may be cut off by the range. */
  parts: z.array(Sum.extend({ from: LocalDate, to: LocalDate })),
  /** Methods that have revenue, the largest first. */
  methods: z.array(Sum.extend({ method: PaymentMethod })),
});
export type RevenueBreakdown = z.infer<typeof RevenueBreakdown>;

export const getRevenue = endpoint({
  method: 'GET',
  path: '/api/revenue',
  access: 'revenue.read',
  summary: 'Amounts of scheduled and completed bookings dated from `from` to `to`, both included.',
  query: Range,
  reply: RevenueSummary,
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/revenue/transactions',
  access: 'revenue.read',
  summary: 'The bookings that make the revenue of a range of days, newest first, a page at a time by key.',
  query: checkRange(
    z.strictObject({
      ...dayRange,
      cursor: z.string().max(300).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  ),
  /** `hidden`: how many more the sums of the range count, which are beyond the plan's limit. */
  reply: z.strictObject({ items: z.array(Transaction), next: z.string().nullable(), hidden: z.int() }),
});

export const getRevenueBreakdown = endpoint({
  method: 'GET',
  path: '/api/revenue/breakdown',
  access: 'revenue.read',
  summary: 'The revenue of a range of days by day (or week, month, year, the longer it is) and by payment method.',
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
