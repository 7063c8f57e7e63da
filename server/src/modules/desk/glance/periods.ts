import type { Glance, GlancePeriod } from '@samay/contract/desk/glance';
import { addMonths, type LocalDate } from '@samay/contract/core/time';

/**
 * Returns the days of a glance. A last month shorter than the days so far of this one ends with its
 * own last day.
 */
export function periodsOn(today: LocalDate): Glance['days'] {
  const monthStart = `${today.slice(0, 7)}-01`;
  const beforeStart = addMonths(monthStart, -1);
  return {
    today: { from: today, to: today },
    month: { from: monthStart, to: today },
    before: { from: beforeStart, to: addMonths(today, -1) },
  };
}

/** Computes a value for each period. */
export function eachPeriod<Of>(of: (period: GlancePeriod) => Of): Record<GlancePeriod, Of> {
  return { today: of('today'), month: of('month'), before: of('before') };
}
