import type { z } from 'zod';
import { addDays, LocalDate } from './time.ts';

/** Days in India, both included. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The parts of the schema of a `DayRange`. */
export const dayRange = { from: LocalDate, to: LocalDate };

/**
 * Rejects a range that ends before it begins, or has more than `mostDays` if given. Malformed days
 * are rejected by `dayRange`.
 */
export function checkRange<Range extends z.ZodType<{ from: string; to: string }>>(
  range: Range,
  mostDays?: number,
): Range {
  return range
    .refine(({ from, to }) => !areDays(from, to) || from <= to, {
      path: ['to'],
      error: 'The end date cannot be before the start date',
    })
    .refine(({ from, to }) => mostDays === undefined || !areDays(from, to) || to < addDays(from, mostDays), {
      path: ['to'],
      error: `Please choose at most ${mostDays ?? 0} days`,
    });
}

/** Returns whether both are days: zod runs this check even after a day was refused. */
function areDays(from: string, to: string): boolean {
  return LocalDate.safeParse(from).success && LocalDate.safeParse(to).success;
}

interface Days {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Rejects one day of a filter by days without the other, and an end before the start. */
export function checkDays<Query extends z.ZodType<Days>>(query: Query): Query {
  return query.refine(
    ({ since, until }) =>
      since === undefined || until === undefined ? since === until : !areDays(since, until) || since <= until,
    { path: ['until'], error: 'Please choose a first and a last day' },
  );
}
