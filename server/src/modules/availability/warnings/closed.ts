import {
  addDays,
  formatTime,
  isoWeekdayOf,
  type LocalDate,
  type LocalTime,
  weekdayOf,
} from '@samay/contract/core/time';
import type { AtTimeRow } from './queries.ts';

/**
 * Sentences about a time that is closed. Hours past midnight belong to the day on which they start:
 * Saturday 6 PM to 2 AM covers early Sunday, not early Saturday. A resource's own hours count, else
 * those of the court that it is a part of, else the business's; without any it is always open.
 */
export function closedWarnings(read: AtTimeRow, date: LocalDate, time: LocalTime): string[] {
  if (read.closed !== null) return [`This time is closed: ${read.closed}.`];
  const hours = hoursOf(read);
  if (read.has_extra_hours || hours.length === 0) return [];
  const ofDay = (day: LocalDate) => hours.filter(({ weekday }) => weekday === isoWeekdayOf(day));
  if (
    ofDay(addDays(date, -1)).some((row) => isItsNight(row, time)) ||
    ofDay(date).some((row) => isItsDay(row, time))
  )
    return [];
  const outside = `${formatTime(time)} is outside the opening hours.`;
  if (ofDay(date).length > 0) return [outside];
  const isUsual = hours.some((row) => isItsDay(row, time) || isItsNight(row, time));
  return [`${weekdayOf(date)} is not a working day.`, ...(isUsual ? [] : [outside])];
}

type Hours = AtTimeRow['hours'][number];

/** Equal times are the whole day. */
function isItsDay({ opens, closes }: Hours, time: LocalTime): boolean {
  return opens <= time && (time < closes || closes <= opens);
}

/** Whether a row of the day before reaches it. */
function isItsNight({ opens, closes }: Hours, time: LocalTime): boolean {
  return closes <= opens && time < closes;
}

function hoursOf({ hours, resource }: AtTimeRow): AtTimeRow['hours'] {
  for (const owner of [resource?.id, resource?.wholeId]) {
    const own = owner ? hours.filter(({ resourceId }) => resourceId === owner) : [];
    if (own.length > 0) return own;
  }
  return hours.filter(({ resourceId }) => resourceId === null);
}
