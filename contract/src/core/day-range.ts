import type { z } from 'zod';
import { addDays, LocalDate } from './time.ts';

/** The two ends of a range of days in India, both included. */
export const dayRange = { from: LocalDate, to: LocalDate };

/** Refuses a range that ends before it begins, or has more than `mostDays` where there is such a limit; what is no day has been refused already. */
export function checkRange<Range extends z.ZodType<{ from: string; to: string }>>(range: Range, mostDays?: number): Range {
  return range
    .refine(({ from, to }) => !areDays(from, to) || from <= to, { path: ['to'], error: 'The end date cannot be before the start date' })
    .refine(({ from, to }) => mostDays === undefined || !areDays(from, to) || to < addDays(from, mostDays), {
      path: ['to'],
      error: `Please choose at most ${mostDays ?? 0} days`,
    });
}

/** A check of the whole also runs where a part of it was refused. */
function areDays(from: string, to: string): boolean {
  return LocalDate.safeParse(from).success && LocalDate.safeParse(to).success;
}
