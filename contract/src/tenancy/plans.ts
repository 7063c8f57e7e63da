import { z } from 'zod';
import { addMonths, type LocalDate, LocalDate as LocalDateSchema } from '../core/time.ts';

/** The plans that there are; their limits and prices live in the database (specification 9; decisions, "Plan limit"). */
export const PlanId = z.enum(['basic', 'premium', 'enterprise']);
export type PlanId = z.infer<typeof PlanId>;

/** Shown where a business has no subscription data at all. */
export const fallbackPlan = { name: 'Basic or Free Plan', limit: 25 } as const;

/** A billing month: `start` belongs to it, `end` does not. */
export interface Cycle {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/**
 * The cycle a booking of this date counts in: months are counted from the day the subscription began, forwards for later
 * dates and backwards for past ones (specification 9; decisions, "Plan limit").
 */
export function cycleOf(subscriptionStart: LocalDate, date: LocalDate): Cycle {
  const monthsOf = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  let months = monthsOf(date) - monthsOf(subscriptionStart);
  if (addMonths(subscriptionStart, months) > date) months -= 1;
  return { start: addMonths(subscriptionStart, months), end: addMonths(subscriptionStart, months + 1) };
}

/** How much of the plan's month is used, as the list's header and Settings show it. */
export const Usage = z.strictObject({
  planName: z.string(),
  limit: z.int(),
  used: z.int(),
  remaining: z.int(),
  cycleStart: LocalDateSchema,
  cycleEnd: LocalDateSchema,
  /** Bookings of this cycle that stand beyond the limit and are not shown. */
  hidden: z.int(),
});
export type Usage = z.infer<typeof Usage>;
