import { z } from 'zod';
import { once } from './once.ts';

export { now } from './now.ts';

/**
 * The time zone of all wall-clock times. Instants are computed with this name, never by adding
 * hours.
 */
export const indiaZone = 'Asia/Kolkata';

/** A day of the calendar, `YYYY-MM-DD`, that exists: 30 February does not. */
export const LocalDate = z.string().refine(isCalendarDay, 'Please enter a valid date');
export type LocalDate = z.infer<typeof LocalDate>;
/** The last valid day. */
export const lastLocalDate: LocalDate = '2199-12-31';

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A wall-clock time, `HH:MM`, 00:00 to 23:59. */
export const LocalTime = z.string().regex(clockTime, 'Please enter a valid time');
export type LocalTime = z.infer<typeof LocalTime>;

/** An instant in requests and replies: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
export type Instant = z.infer<typeof Instant>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const indiaParts = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: indiaZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
/**
 * Months, since Intl's English for India abbreviates September with four letters in some browsers.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdayName = once(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' }));
const timeText = once(
  () =>
    new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit', hour12: true }),
);

/** Returns the date in India at an instant. */
export function indiaDate(instant: Date): LocalDate {
  const part = partsInIndia(instant);
  return `${part.year}-${part.month}-${part.day}`;
}

/** Returns the wall-clock time in India at an instant. */
export function indiaTime(instant: Date): LocalTime {
  const part = partsInIndia(instant);
  return `${part.hour}:${part.minute}`;
}

/** Returns the hour in India, 0 to 23. */
export function indiaHour(instant: Date): number {
  return Number(partsInIndia(instant).hour);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return getDay(toUtc(date) + days * dayMs);
}

/** Returns the same day of a later or earlier month, or that month's last day if it is shorter. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year, month, day] = toNumbers(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  first.setUTCDate(Math.min(day, lastDayIn(first.getUTCFullYear(), first.getUTCMonth() + 1)));
  return getDay(first.getTime());
}

/** Counts whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / dayMs);
}

/**
 * Returns the wall-clock time some minutes later, past midnight too: India's clocks are never
 * changed.
 */
export function addMinutes(time: LocalTime, minutes: number): LocalTime {
  const at = (((Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes) % 1440) + 1440) % 1440;
  return `${twoDigits(Math.floor(at / 60))}:${twoDigits(at % 60)}`;
}

/** The date parts of `toISOString`, by day. */
const isoDays = new Map<number, string>();

/**
 * Formats an instant as `toISOString` does, in a fifth of the time: a list has hundreds of
 * instants, of few days.
 */
export function isoOf(instant: Date): Instant {
  const ms = instant.getTime();
  const day = Math.floor(ms / dayMs);
  let text = isoDays.get(day);
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, -13);
    if (isoDays.size >= 1_000) isoDays.clear();
    isoDays.set(day, text);
  }
  const minute = Math.floor((ms - day * dayMs) / minuteMs);
  const rest = 100_000 + (ms - day * dayMs - minute * minuteMs);
  const clock = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  return `${text}${clock}:${String(rest).slice(1, 3)}.${String(rest).slice(3)}Z`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Returns the name of a weekday, `Monday` to `Sunday`. */
export function getWeekday(date: LocalDate): string {
  return weekdayName().format(toUtc(date));
}

/** Returns the weekday of ISO 8601: 1 is Monday, 7 is Sunday. */
export function isoWeekdayOf(date: LocalDate): number {
  // 5 January 1970 was a Monday.
  return (((daysBetween('1970-01-05', date) % 7) + 7) % 7) + 1;
}

/** Formats a date: `21 Nov 2026`. */
export function formatDate(date: LocalDate): string {
  const [year] = toNumbers(date);
  return `${formatDay(date)} ${year}`;
}

/** Formats a date with its weekday: `Sat, 21 Nov`. */
export function formatWeekday(date: LocalDate): string {
  return `${getWeekday(date).slice(0, 3)}, ${formatDay(date)}`;
}

/** Formats a date without its year: `21 Nov`. */
export function formatDay(date: LocalDate): string {
  const [, month, day] = toNumbers(date);
  return `${day} ${months[month - 1]}`;
}

/** Formats a time: `2:30 pm`. */
export function formatTime(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return timeText().format(Date.UTC(2000, 0, 1, hour, minute));
}

/** Formats an instant in India's time: `21 Nov 2026, 2:30 pm`. */
export function formatInstant(instant: Instant): string {
  const at = new Date(instant);
  return `${formatDate(indiaDate(at))}, ${formatTime(indiaTime(at))}`;
}

/** The parts of the latest minute: a list needs the same one for each row, and `Intl` is slow. */
let latest: { readonly minute: number; readonly parts: Record<string, string> } | undefined;

function partsInIndia(instant: Date): Record<string, string> {
  const minute = Math.floor(instant.getTime() / minuteMs);
  if (latest?.minute === minute) return latest.parts;
  const parts = Object.fromEntries(
    indiaParts()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  latest = { minute, parts };
  return parts;
}

/** Returns whether this is a day of the calendar, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)) return false;
  const [year, month, day] = toNumbers(text);
  return day <= 28 || day <= lastDayIn(year, month);
}

/** Returns whether this is a wall-clock time, `HH:MM`. */
export function isClockTime(text: string): boolean {
  return clockTime.test(text);
}

/** Returns the last day of a month from 1 to 12. */
function lastDayIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function toNumbers(date: LocalDate): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

function toUtc(date: LocalDate): number {
  const [year, month, day] = toNumbers(date);
  return Date.UTC(year, month - 1, day);
}

function getDay(utc: number): LocalDate {
  return new Date(utc).toISOString().slice(0, 10);
}
