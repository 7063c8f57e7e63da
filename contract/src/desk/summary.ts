import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { PaymentMethod } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';
import { Owed } from '../bookings/appointments.ts';

/**
 * The days that are compared: today, this calendar month up to today, and the same days of the last
 * month.
 */
export type SummaryPeriod = 'today' | 'month' | 'before';

function each<Of extends z.ZodType>(of: Of) {
  return z.strictObject({ today: of, month: of, before: of });
}

/** Paise, and the number of bookings. */
const Sum = z.strictObject({ total: z.int(), bookings: z.int() });

/**
 * The numbers of a business for its owner. Taken is revenue: it counts what the plan hides, like
 * sold open time; dues, no-shows and new people are those of the lists that show them.
 */
export const Summary = z.strictObject({
  /** The days of each period; the same days of a shorter last month end with that month. */
  days: each(z.strictObject({ from: LocalDate, to: LocalDate })),
  taken: each(Sum),
  /** The methods of these three periods, the most of this month first. */
  methods: z.array(z.strictObject({ method: PaymentMethod, taken: each(Sum) })),
  /** Revenue by doctor or court, in their order; bookings without one last. */
  resources: z.array(z.strictObject({ id: Id.nullable(), name: z.string().nullable(), taken: each(Sum) })),
  /**
   * The revenue in paise of each day of this month up to today and of the whole last month; days
   * without any are absent.
   */
  byDay: z.array(z.strictObject({ date: LocalDate, total: z.int() })),
  due: each(Owed),
  noShows: each(z.int()),
  /** The number of people whose first scheduled or completed booking is of these days. */
  newPeople: each(z.int()),
  /**
   * The minutes of open time of the doctors or courts, how many of them are occupied, and the
   * number of bookings that occupy them.
   */
  sold: each(z.strictObject({ open: z.int(), occupied: z.int(), bookings: z.int() })),
  /** The number of bookings of the cycle that the plan hides. */
  hidden: z.int(),
});
export type Summary = z.infer<typeof Summary>;

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/summary',
  access: 'revenue.read',
  conditional: true,
  summary:
    'Today, this calendar month and the same days of the last: ' +
    'taken, due, no-shows, new people and open time that is sold.',
  reply: Summary,
});
