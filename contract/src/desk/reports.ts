import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { Id } from '../core/text.ts';

/** Money of a range of days in paise: what was taken in it, and the revenue of its bookings. */
const Sums = z.strictObject({ received: z.int(), revenue: z.int() });

/** The sums of a doctor or court, of a service, or of the user who took the money. */
const Line = Sums.extend({
  /**
   * `none`: bookings that name none, or money that no user took. `advance`: in *received* by booking,
   * money that is a person's advance; in revenue by user, what was spent from advances.
   */
  is: z.enum(['named', 'none', 'advance']),
  id: Id.nullable(),
  /** Null where it is not `named`. */
  name: z.string().nullable(),
});
export type ReportLine = z.infer<typeof Line>;

const CountedLine = Line.extend({ bookings: z.int() });

/**
 * The differences between what was received in a range and the revenue of its bookings, in the order
 * of the report. Bookings *of the range* are scheduled or completed and dated in it.
 */
export const bridgeLines = [
  /** Payments for bookings of days before the range. */
  'earlier_bookings',
  /** Payments for bookings of days after the range. */
  'later_bookings',
  /** Payments for cancelled and missed bookings of which nothing was kept. */
  'ended_bookings',
  /** Payments that were kept as cancellation fees on days before or after the range. */
  'other_fees',
  /** Refunds for bookings that are not of the range. */
  'refunds',
  /** Voids of money of bookings that are not of the range. */
  'voids',
  'advances_taken',
  'advances_returned',
  'advances_voided',
  /** Advances spent on bookings of the range. */
  'advances_spent',
  /** Money of bookings of the range that was moved to an advance. */
  'advances_kept',
  /** Money taken for bookings of the range on days before it. */
  'taken_before',
  /** Money taken before the range that was kept in it as cancellation fees. */
  'fees_taken_before',
  /** Money taken for bookings of the range on days after it. */
  'taken_after',
  /** Money of bookings of the range that an import brought in, which nobody received here. */
  'imported',
] as const;
export type BridgeLine = (typeof bridgeLines)[number];

/** The ages of dues in days since the booking, from the first to the last; null has no end. */
export const dueAges = [
  { from: 0, until: 7 },
  { from: 8, until: 30 },
  { from: 31, until: 90 },
  { from: 91, until: null },
] as const;

/** The most lines of a list in which people or typed reasons stand, on the screen. */
export const mostListedLines = 100;

export const Reports = z.strictObject({
  received: z.int(),
  revenue: z.int(),
  /** The bookings that make up the revenue. */
  bookings: z.int(),
  resources: z.array(CountedLine),
  services: z.array(CountedLine),
  methods: z.array(Sums.extend({ method: PaymentMethod })),
  people: z.array(Line),
  /** Lists what is added to *received* to reach the revenue, line by line; lines of 0 are left out. */
  bridge: z.array(z.strictObject({ line: z.enum(bridgeLines), paise: z.int() })),
  /** Discounts by the day on which they were given, less what was taken back of them. */
  discounts: z.strictObject({
    total: z.int(),
    /** Largest first; at most as many as are listed. */
    lines: z.array(
      z.strictObject({
        reason: z.string(),
        by: Id.nullable(),
        name: z.string().nullable(),
        bookings: z.int(),
        paise: z.int(),
      }),
    ),
  }),
  /** How the advances of all people changed from the first to the last day. */
  advances: z.strictObject({
    before: z.int(),
    taken: z.int(),
    returned: z.int(),
    voided: z.int(),
    /** Moved from bookings. */
    kept: z.int(),
    /** Spent on bookings. */
    spent: z.int(),
    held: z.int(),
    /** The number of people with an advance at the end, and the largest of them. */
    people: z.int(),
    holders: z.array(z.strictObject({ id: Id, name: z.string(), paise: z.int() })),
  }),
  /** Sums of what bookings of today and before owe today, by days since the booking. */
  dues: z.array(
    z.strictObject({ from: z.int(), until: z.int().nullable(), bookings: z.int(), paise: z.int() }),
  ),
});
export type Reports = z.infer<typeof Reports>;

/** The tables of the reports; each is a section of the page and a file. */
export const reportNames = [
  'bridge',
  'resources',
  'services',
  'methods',
  'people',
  'discounts',
  'advances',
  'holders',
  'dues',
] as const;
export type ReportName = (typeof reportNames)[number];

export const getReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  access: 'revenue.read',
  conditional: true,
  summary: 'What was received, the revenue, discounts, advances and dues of a range of days, in tables.',
  query: checkRange(z.strictObject(dayRange)),
  reply: Reports,
});

export const exportReport = endpoint({
  method: 'GET',
  path: '/api/reports/export',
  access: 'revenue.read',
  summary: 'One table of the reports as a CSV file (UTF-8, amounts in rupees).',
  query: checkRange(z.strictObject({ ...dayRange, report: z.enum(reportNames) })),
  transport: 'file',
});
