import {
  addDays,
  daysBetween,
  indiaDate,
  indiaTime,
  type LocalDate,
  type LocalTime,
} from '@samay/contract/core/time';
import { dayMinutes } from './open-time.ts';

const firstDay = '1970-01-01';

/** The number of days after today on which a booking may start. */
const horizonDays = 400;

/** Returns the local minute (spans.ts) of a wall-clock time in India. */
export function localMinute(date: LocalDate, time: LocalTime = '00:00'): number {
  return daysBetween(firstDay, date) * dayMinutes + Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export function getDate(minute: number): LocalDate {
  return addDays(firstDay, Math.floor(minute / dayMinutes));
}

export function timeOf(minute: number): LocalTime {
  return times[minute % dayMinutes] ?? '';
}

/** The time `HH:MM` of each minute of a day. */
const times: readonly string[] = Array.from({ length: dayMinutes }, (_, minute) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
);

/**
 * Returns the span that can be booked at an instant: from the first minute that has not begun, to
 * the end of the last day.
 */
export function bookable(now: Date): { readonly from: number; readonly to: number } {
  const today = indiaDate(now);
  const isWhole = now.getTime() % 60_000 === 0;
  return {
    from: localMinute(today, indiaTime(now)) + (isWhole ? 0 : 1),
    to: localMinute(addDays(today, horizonDays + 1)),
  };
}

/** Returns the instant at which a start is past. India's clocks are never changed. */
export function passedAt(start: number, now: Date): Date {
  const ahead = start - localMinute(indiaDate(now), indiaTime(now));
  return new Date((Math.floor(now.getTime() / 60_000) + ahead) * 60_000 + 1);
}
