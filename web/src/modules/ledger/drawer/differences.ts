import type { DrawerClose } from '@samay/contract/ledger/drawers';
import { addDays, daysBetween, indiaDate, type LocalDate } from '@samay/contract/core/time';
import { daysOfMonth } from '../../../lib/months.ts';

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
