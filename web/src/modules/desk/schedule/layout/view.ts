import { addDays, addMonths, formatDate, type LocalDate, getWeekday } from '@samay/contract/core/time';

export type ViewName = 'day' | 'week' | 'month';
export const viewNames: readonly ViewName[] = ['day', 'week', 'month'];

/** A range of days in India, both included. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Returns the days that a view shows around a day: the day, its week from Monday, or the six weeks
 * that contain its month.
 */
export function shownRange(view: ViewName, day: LocalDate): DayRange {
  if (view === 'day') return { from: day, to: day };
  if (view === 'week') return { from: getMonday(day), to: addDays(getMonday(day), 6) };
  const from = getMonday(getFirst(day));
  return { from, to: addDays(from, 41) };
}

/** Returns the day that the view shows one step earlier (-1) or later (1). */
export function stepped(view: ViewName, day: LocalDate, step: 1 | -1): LocalDate {
  if (view === 'day') return addDays(day, step);
  return view === 'week' ? addDays(day, 7 * step) : addMonths(getFirst(day), step);
}

/** Returns the heading of the view. */
export function viewTitle(view: ViewName, day: LocalDate): string {
  if (view === 'day') return `${getWeekday(day)}, ${formatDate(day)}`;
  if (view === 'month') return formatDate(day).replace(/^\d+ /, '');
  const { from, to } = shownRange('week', day);
  return `${formatDate(from).replace(/ \d{4}$/, '')} to ${formatDate(to)}`;
}

function getMonday(day: LocalDate): LocalDate {
  return addDays(day, -Math.max(0, weekdays.indexOf(getWeekday(day))));
}

function getFirst(day: LocalDate): LocalDate {
  return `${day.slice(0, 8)}01`;
}
