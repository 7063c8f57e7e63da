import type { Glance, GlancePeriod } from '@samay/contract/bookings/glance';
import { addMonths, type LocalDate } from '@samay/contract/core/time';

/**
 * The days of a glance. Where the last month is shorter than this one has days by now, it ends with
 * its own last day.
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

/** A value of each period. */
export function eachPeriod<Of>(of: (period: GlancePeriod) => Of): Record<GlancePeriod, Of> {
  return { today: of('today'), month: of('month'), before: of('before') };
}
