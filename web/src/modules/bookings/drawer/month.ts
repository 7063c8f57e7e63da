import type { DrawerClose } from '@samay/contract/bookings/drawers';
import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  indiaDate,
  type LocalDate,
} from '@samay/contract/core/time';

/** Returns the first and the last day of a month. */
export function daysOfMonth(month: string): { from: LocalDate; to: LocalDate } {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Returns the month after this one, or before it by -1: `2026-11`. */
export function adjacentMonth(month: string, months: 1 | -1): string {
  return addMonths(`${month}-01`, months).slice(0, 7);
}

/** Names a month: `Nov 2026`. */
export function monthName(month: string): string {
  return formatDate(`${month}-01`).replace(/^\S+ /, '');
}

/** The differences of a day's closes, in paise: missing cash is below 0. */
export interface DayDifference {
  readonly day: LocalDate;
  readonly missing: number;
  readonly tooMuch: number;
}

/**
 * Returns the differences of each day of a month by the day of the close. Reopened closes count for
 * nothing; missing cash in one drawer is not balanced by excess in another.
 */
export function differencesByDay(month: string, closes: readonly DrawerClose[]): readonly DayDifference[] {
  const { from, to } = daysOfMonth(month);
  const standing = closes.filter(({ reopened }) => reopened === null);
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index);
    const differences = standing
      .filter(({ closedAt }) => indiaDate(new Date(closedAt)) === day)
      .map(({ difference }) => difference);
    return {
      day,
      missing: differences.reduce((sum, difference) => sum + Math.min(difference, 0), 0),
      tooMuch: differences.reduce((sum, difference) => sum + Math.max(difference, 0), 0),
    };
  });
}
