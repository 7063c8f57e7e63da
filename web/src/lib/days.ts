import {
  addDays,
  formatDate,
  formatTime,
  formatWeekday,
  indiaDate,
  type LocalDate,
  type LocalTime,
} from '@samay/contract/core/time';
import { serverNow } from './api/server-clock.ts';

export interface Day<Row> {
  /**
   * A stable React key for the day. A new key would remount the rows and lose the row that anchors
   * the scroll position.
   */
  readonly key: string;
  readonly date: LocalDate;
  readonly rows: readonly Row[];
}

/** Groups rows by day. The rows must be sorted by day; their order is kept. */
export function groupByDay<Row extends { date: LocalDate }>(rows: readonly Row[]): Day<Row>[] {
  const days: { key: string; date: LocalDate; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    // An optimistically moved booking keeps its old place until the server answers, and then splits
    // that day in two groups.
    else
      days.push({
        key: `${row.date} ${days.filter(({ date }) => date === row.date).length}`,
        date: row.date,
        rows: [row],
      });
  }
  return days;
}

/**
 * Names a day as a heading: `Today`, `Tomorrow`, `Yesterday`, otherwise `Sat, 21 Nov`, with the
 * year if it is not this year.
 */
export function nameOfDay(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  if (date === addDays(today, -1)) return 'Yesterday';
  return dayText(date, today);
}

/**
 * Formats the date and time of a booking: `Sat, 21 Nov, 2:30 pm`, with the year if it is not this
 * year.
 */
export function timeText({ date, time }: { date: LocalDate; time: LocalTime }): string {
  return `${dayText(date)}, ${formatTime(time)}`;
}

/** Formats a range of time: `2:30 – 3:00 pm`; am and pm are both named if they differ. */
export function rangeText(from: LocalTime, to: LocalTime, dash = ' – '): string {
  const [start, end] = [formatTime(from), formatTime(to)];
  return `${start.slice(-2) === end.slice(-2) ? start.slice(0, -3) : start}${dash}${end}`;
}

/** Formats a date: `Sat, 21 Nov`, or `21 Nov 2027` if it is not this year. */
export function dayText(date: LocalDate, today: LocalDate = indiaDate(serverNow())): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatWeekday(date) : formatDate(date);
}
