import type { DayRange } from '@samay/contract/core/day-range';
import { partAround } from '@samay/contract/desk/revenue-parts';
import { addDays, addMonths, type LocalDate } from '@samay/contract/core/time';

/** The names of the periods of the reports, as buttons show them. */
export const reportPeriods = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  'last-month': 'Last month',
  year: 'Financial year',
  custom: 'Custom',
} as const;
export type ReportPeriodName = keyof typeof reportPeriods;

/** The period as the address holds it; a custom one may lack its dates. */
export interface ReportPeriod {
  readonly name: ReportPeriodName;
  readonly from?: LocalDate;
  readonly to?: LocalDate;
}

const anyDay = { from: '0001-01-01', to: '9999-12-31' };

/**
 * Returns the days of a period: whole weeks from Monday, whole months, and financial years from 1
 * April. A custom period without both dates is today; an end before the start is set to the start.
 */
export function resolveReportRange({ name, from, to }: ReportPeriod, today: LocalDate): DayRange {
  const month = `${today.slice(0, 7)}-01`;
  switch (name) {
    case 'week':
      return partAround(today, 'week', anyDay);
    case 'month':
      return { from: month, to: addDays(addMonths(month, 1), -1) };
    case 'last-month':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'year': {
      const start = `${addMonths(month, -3).slice(0, 4)}-04-01`;
      return { from: start, to: addDays(addMonths(start, 12), -1) };
    }
    case 'custom':
      if (from && to) return { from, to: to < from ? from : to };
      return { from: today, to: today };
    default:
      return { from: today, to: today };
  }
}
