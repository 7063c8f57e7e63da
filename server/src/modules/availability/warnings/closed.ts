import {
  formatTime,
  isoWeekdayOf,
  type LocalDate,
  type LocalTime,
  getWeekday,
} from '@samay/contract/core/time';
import type { HoursRow, OpenDays, OpenResource } from '../slots/business-days.ts';
import { dayMinutes, findHours, computeOpenTime } from '../slots/open-time.ts';
import { localMinute, timeOf } from '../slots/local-minutes.ts';
import { union } from '../slots/spans.ts';

interface ClosedStart {
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** Minutes. */
  readonly duration: number;
}

/**
 * Returns why a start does not fit into the open time of a resource: a closure, a day without
 * hours, or hours that end too early or begin too late.
 */
export function closedWarnings(
  days: OpenDays,
  resource: OpenResource,
  { date, time, duration }: ClosedStart,
): string[] {
  const from = localMinute(date, time);
  const to = from + duration;
  const { rows, closures } = computeOpenTime(days, resource, { from, to });
  const closure = closures.find((each) => each.from < to && from < each.to);
  if (closure) return [`This time is closed: ${closure.reason}.`];
  if (union(rows).some((row) => row.from <= from && from < row.to))
    return [`${formatTime(time)} to ${formatTime(timeOf(to))} is partly outside the opening hours.`];
  const outside = `${formatTime(time)} is outside the opening hours.`;
  const hours = findHours(days, resource);
  if (hours.some(({ weekday }) => weekday === isoWeekdayOf(date))) return [outside];
  const isUsual = hours.some((row) => contains(row, from % dayMinutes));
  return [`${getWeekday(date)} is not a working day.`, ...(isUsual ? [] : [outside])];
}

/** Returns whether hours contain a minute of the day, past midnight too. */
function contains({ opens, closes }: HoursRow, minute: number): boolean {
  return opens < closes ? opens <= minute && minute < closes : opens <= minute || minute < closes;
}
