import { z } from 'zod';
import { addMonths, type LocalDate, LocalDate as LocalDateSchema } from '../core/time.ts';

/** The plans; their limits and prices are in the database. */
export const PlanId = z.enum(['basic', 'premium', 'enterprise']);
export type PlanId = z.infer<typeof PlanId>;

/** The plan whose limit a new business has in its first days. */
export const firstDaysPlan: PlanId = 'enterprise';

/** Shown for a business without any subscription data. */
export const fallbackPlan = { name: 'Basic or Free Plan', limit: 25 } as const;

/** A billing month: `start` belongs to it, `end` does not. */
export interface Cycle {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/**
 * Returns the billing cycle of a booking's date: months are counted from the start of the
 * subscription, forwards for later dates and backwards for earlier ones.
 */
export function cycleAt(subscriptionStart: LocalDate, date: LocalDate): Cycle {
  const getMonths = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  let months = getMonths(date) - getMonths(subscriptionStart);
  if (addMonths(subscriptionStart, months) > date) months -= 1;
  return { start: addMonths(subscriptionStart, months), end: addMonths(subscriptionStart, months + 1) };
}

/** The largest limit of bookings a month. */
export const mostBookings = 1_000_000;

/**
 * A limit of bookings a month that the platform has given one business: in each cycle that begins
 * by `until`, where it is more than the plan's.
 */
export const OwnLimit = z.strictObject({ limit: z.int().min(1).max(mostBookings), until: LocalDateSchema });
export type OwnLimit = z.infer<typeof OwnLimit>;

/** The usage of the plan in its current cycle, as the list's header and Settings show it. */
export const Usage = z.strictObject({
  planName: z.string(),
  limit: z.int(),
  used: z.int(),
  remaining: z.int(),
  cycleStart: LocalDateSchema,
  cycleEnd: LocalDateSchema,
  /** Bookings of this cycle beyond the limit; they are not listed. */
  hidden: z.int(),
  /** The last of the first days of a new business, in which the limit is the enterprise plan's; null once they are over. */
  firstDaysUntil: LocalDateSchema.nullable(),
});
export type Usage = z.infer<typeof Usage>;
