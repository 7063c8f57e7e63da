import type { PeriodName } from '../../modules/bookings/revenue/period.ts';
import { isDay } from './search-params.ts';

export interface PeriodSearch {
  period?: PeriodName;
  /** YYYY-MM-DD. */
  from?: string;
  to?: string;
}

const names: Record<PeriodName, true> = { daily: true, weekly: true, monthly: true, custom: true };

/** What the revenue page's address says, cleaned of what it cannot mean. Today is what it says when it says nothing. */
export function periodSearch(raw: Record<string, unknown>): PeriodSearch {
  const { period, from, to } = raw;
  return {
    ...(isPeriodName(period) && period !== 'daily' && { period }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

function isPeriodName(value: unknown): value is PeriodName {
  return typeof value === 'string' && Object.hasOwn(names, value);
}
