import { addDays, addMonths, daysBetween, type LocalDate, weekdayOf } from '../core/time.ts';

/** What one bar of a range's plot stands for. Weeks begin on Monday, months and years as in the calendar. */
export const partSizes = ['day', 'week', 'month', 'year'] as const;
export type PartSize = (typeof partSizes)[number];

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The most days that a plot draws one by one, by weeks and by months: about a hundred bars, and two hundred at the most. */
const mostDays = { day: 92, week: 2 * 366, month: 20 * 366 } as const;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** How a range is divided for a plot: by days, or by what leaves bars that can be told apart. */
export function partSizeOf({ from, to }: Days): PartSize {
  const days = daysBetween(from, to) + 1;
  if (days <= mostDays.day) return 'day';
  if (days <= mostDays.week) return 'week';
  return days <= mostDays.month ? 'month' : 'year';
}

/** The part of a range that a day of it belongs to, both ends included; the first and the last part end where the range does. */
export function partAround(date: LocalDate, size: PartSize, range: Days): Days {
  const start = startOf(date, size);
  const end = addDays(startAfter(start, size), -1);
  return { from: start < range.from ? range.from : start, to: end > range.to ? range.to : end };
}

function startOf(date: LocalDate, size: PartSize): LocalDate {
  if (size === 'day') return date;
  if (size === 'week') return addDays(date, -weekdays.indexOf(weekdayOf(date)));
  return size === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
}

function startAfter(start: LocalDate, size: PartSize): LocalDate {
  if (size === 'day') return addDays(start, 1);
  if (size === 'week') return addDays(start, 7);
  return addMonths(start, size === 'month' ? 1 : 12);
}
