import { addDays, addMonths, daysBetween, type LocalDate, getWeekday } from '../core/time.ts';

/**
 * The period of one bar in the chart. Weeks begin on Monday, months and years as in the calendar.
 */
export const partSizes = ['day', 'week', 'month', 'year'] as const;
export type PartSize = (typeof partSizes)[number];

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * The longest ranges that are charted by days, by weeks and by months: about a hundred bars, at
 * most two hundred.
 */
const mostDays = { day: 92, week: 2 * 366, month: 20 * 366 } as const;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Chooses the period of the bars for a range: days, or longer periods if there would be too many
 * bars.
 */
export function partSizeOf({ from, to }: Days): PartSize {
  const days = daysBetween(from, to) + 1;
  if (days <= mostDays.day) return 'day';
  if (days <= mostDays.week) return 'week';
  return days <= mostDays.month ? 'month' : 'year';
}

/**
 * Returns the part of a range that contains a day, both ends included; the first and the last part
 * are cut at the range.
 */
export function partAround(date: LocalDate, size: PartSize, range: Days): Days {
  const start = partStart(date, size);
  const end = addDays(startAfter(start, size), -1);
  return { from: start < range.from ? range.from : start, to: end > range.to ? range.to : end };
}

function partStart(date: LocalDate, size: PartSize): LocalDate {
  if (size === 'day') return date;
  if (size === 'week') return addDays(date, -weekdays.indexOf(getWeekday(date)));
  return size === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
}

function startAfter(start: LocalDate, size: PartSize): LocalDate {
  if (size === 'day') return addDays(start, 1);
  if (size === 'week') return addDays(start, 7);
  return addMonths(start, size === 'month' ? 1 : 12);
}
