import type { Summary, SummaryPeriod } from '@samay/contract/desk/summary';
import { addMonths, type LocalDate } from '@samay/contract/core/time';

/**
 * Returns the days of a summary. A last month shorter than the days so far of this one ends with its
 * own last day.
 */
export function periodsOn(today: LocalDate): Summary['days'] {
  const monthStart = `${today.slice(0, 7)}-01`;
  const beforeStart = addMonths(monthStart, -1);
  return {
    today: { from: today, to: today },
    month: { from: monthStart, to: today },
    before: { from: beforeStart, to: addMonths(today, -1) },
  };
}

/** Computes a value for each period. */
export function eachPeriod<Of>(of: (period: SummaryPeriod) => Of): Record<SummaryPeriod, Of> {
  return { today: of('today'), month: of('month'), before: of('before') };
}
