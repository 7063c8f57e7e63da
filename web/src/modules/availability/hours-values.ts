import type { WeeklyHours } from '@samay/contract/availability/hours';
import { formatTime, LocalTime } from '@samay/contract/core/time';
import { weekdays } from '@samay/contract/tenancy/opening-hours';

/** One row of the weekly hours' form. */
export interface HoursValues {
  /** The React key of the row. */
  readonly key: string;
  /** The ISO weekday: 1 is Monday. */
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
}

/** The errors of rows by their key. */
export type HoursErrors = Readonly<Record<string, string>>;

export const isoWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The first own hours if the business has none. */
export const defaultHours: readonly WeeklyHours[] = isoWeekdays.map((weekday) => ({
  weekday,
  opens: '09:00',
  closes: '18:00',
}));

/** Returns the name of a weekday: `Monday` for 1. */
export function nameOfWeekday(weekday: number): string {
  return weekdays[weekday - 1] ?? '';
}

export function hoursValues(hours: readonly WeeklyHours[]): HoursValues[] {
  return hours.map((row) => ({ ...row, key: crypto.randomUUID() }));
}

/** Builds the request body, by weekday and time. */
export function hoursBody(values: readonly HoursValues[]): WeeklyHours[] {
  return values
    .map(({ weekday, opens, closes }) => ({ weekday, opens, closes }))
    .toSorted((one, other) => one.weekday - other.weekday || one.opens.localeCompare(other.opens));
}

export function isSameHours(one: readonly WeeklyHours[], other: readonly WeeklyHours[]): boolean {
  const text = (hours: readonly WeeklyHours[]) =>
    hours
      .map(({ weekday, opens, closes }) => `${weekday} ${opens} ${closes}`)
      .toSorted()
      .join();
  return text(one) === text(other);
}

/**
 * Reports missing times, and hours that overlap others of the week: those that pass midnight reach
 * into the next day.
 */
export function hoursErrors(values: readonly HoursValues[]): HoursErrors {
  const errors: Record<string, string> = {};
  const spans: { key: string; from: number; to: number }[] = [];
  for (const row of values) {
    if (!isTime(row.opens) || !isTime(row.closes)) errors[row.key] = 'Please enter both times';
    else spans.push({ key: row.key, ...getSpan(row) });
  }
  for (const one of spans) {
    const isOverlapping = spans.some((other) => other.key !== one.key && overlaps(one, other));
    if (isOverlapping) errors[one.key] = 'These hours overlap others';
  }
  return errors;
}

/** Returns the hint for a row whose end is not after its start; undefined otherwise. */
export function hoursHint({ opens, closes }: Pick<HoursValues, 'opens' | 'closes'>): string | undefined {
  if (!isTime(opens) || !isTime(closes) || opens < closes) return undefined;
  return opens === closes ? 'Open 24 hours.' : 'Until the next day.';
}

/**
 * Returns a new row for a weekday: the hours of the day before it, or after the last row of the day
 * itself.
 */
export function addedHours(values: readonly HoursValues[], weekday: number): HoursValues {
  const own = values.some((row) => row.weekday === weekday);
  const like = own ? undefined : (values.find((row) => row.weekday < weekday) ?? values[0]);
  return {
    key: crypto.randomUUID(),
    weekday,
    opens: like?.opens ?? (own ? '' : '09:00'),
    closes: like?.closes ?? (own ? '' : '18:00'),
  };
}

/** Copies the rows of one weekday to every other one. */
export function copiedToAll(values: readonly HoursValues[], weekday: number): HoursValues[] {
  const own = values.filter((row) => row.weekday === weekday);
  return isoWeekdays.flatMap((day) =>
    day === weekday ? own : own.map((row) => ({ ...row, weekday: day, key: crypto.randomUUID() })),
  );
}

/**
 * Formats hours as `Mon, Tue: 9:00 am to 1:00 pm`, a text for each set of hours; `Closed` if there
 * are none.
 */
export function hoursTexts(hours: readonly WeeklyHours[]): string[] {
  const days = isoWeekdays.map((weekday) => ({
    weekday,
    text: dayText(hours.filter((row) => row.weekday === weekday)),
  }));
  const texts = [...new Set(days.map(({ text }) => text))].filter((text) => text !== '');
  return texts.map(
    (text) =>
      `${weekdaysText(days.filter((day) => day.text === text).map(({ weekday }) => weekday))}: ${text}`,
  );
}

/** Formats weekdays: `Mon to Fri`, `Sat, Sun`, `Every day`. */
export function weekdaysText(days: readonly number[]): string {
  const sorted = [...days].toSorted((one, other) => one - other);
  const short = (day: number | undefined) => nameOfWeekday(day ?? 0).slice(0, 3);
  if (sorted.length === 0 || sorted.length === 7) return 'Every day';
  const isRun = sorted.length > 2 && sorted.every((day, at) => at === 0 || day === (sorted[at - 1] ?? 0) + 1);
  return isRun ? `${short(sorted[0])} to ${short(sorted.at(-1))}` : sorted.map(short).join(', ');
}

/** Formats a range: `6:00 pm to 11:00 pm`. */
export function rangeText(from: string, to: string): string {
  return from === to ? '24 hours' : `${formatTime(from)} to ${formatTime(to)}`;
}

function dayText(hours: readonly WeeklyHours[]): string {
  return hours
    .toSorted((one, other) => one.opens.localeCompare(other.opens))
    .map(({ opens, closes }) => rangeText(opens, closes))
    .join(', ');
}

const weekMinutes = 7 * 1440;

/** Returns the minutes from Monday's midnight; `to` may pass the end of the week. */
function getSpan({ weekday, opens, closes }: HoursValues): { from: number; to: number } {
  const from = (weekday - 1) * 1440 + minutes(opens);
  const length = (minutes(closes) - minutes(opens) + 1440) % 1440 || 1440;
  return { from, to: from + length };
}

function overlaps(one: { from: number; to: number }, other: { from: number; to: number }): boolean {
  return [-weekMinutes, 0, weekMinutes].some(
    (shift) => one.from < other.to + shift && other.from + shift < one.to,
  );
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function isTime(text: string): boolean {
  return LocalTime.safeParse(text).success;
}
