import type { HourException, WeeklyHours } from '@samay/contract/availability/hours';
import { addDays, addMonths, formatDate, type LocalDate, getWeekday } from '@samay/contract/core/time';
import { weekdays } from '@samay/contract/tenancy/opening-hours';

/**
 * The kind of a day: open or closed by the weekly hours, closed by a closure wholly or in part, or
 * with extra hours.
 */
export type DayKind = 'open' | 'closed' | 'closure' | 'part' | 'extra';

export interface YearDay {
  readonly date: LocalDate;
  /** The day of the month. */
  readonly number: number;
  /** The ISO weekday: 1 is Monday. */
  readonly weekday: number;
  readonly kind: DayKind;
  /** The reasons of the closures and extra hours of the day. */
  readonly reasons: readonly string[];
}

export interface YearMonth {
  /** `Nov 2026`. */
  readonly name: string;
  readonly days: readonly YearDay[];
}

/** Returns the first day of a month. */
export function monthStart(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

/** Returns the first and the last day of twelve months. */
export function yearFrom(first: LocalDate): { from: LocalDate; to: LocalDate } {
  return { from: first, to: addDays(addMonths(first, 12), -1) };
}

/** Returns twelve months from a given first day, with the kind of each day. */
export function yearMonths(
  first: LocalDate,
  weekly: readonly WeeklyHours[],
  exceptions: readonly HourException[],
): YearMonth[] {
  const open = new Set(weekly.map(({ weekday }) => weekday));
  return Array.from({ length: 12 }, (_, at) => {
    const start = addMonths(first, at);
    const end = addMonths(first, at + 1);
    const days: YearDay[] = [];
    for (let date = start; date < end; date = addDays(date, 1)) days.push(makeDay(date, open, exceptions));
    return { name: formatDate(start).replace(/^\d+ /, ''), days };
  });
}

function makeDay(date: LocalDate, open: ReadonlySet<number>, exceptions: readonly HourException[]): YearDay {
  const weekday = weekdays.findIndex((name) => name === getWeekday(date)) + 1;
  const of = exceptions.filter((exception) => isOn(exception, date));
  const closures = of.filter(({ kind }) => kind === 'closure');
  return {
    date,
    number: Number(date.slice(8)),
    weekday,
    kind: decideKind(date, open.has(weekday), of, closures),
    reasons: of.map(({ reason }) => reason),
  };
}

function decideKind(
  date: LocalDate,
  isOpen: boolean,
  all: readonly HourException[],
  closures: readonly HourException[],
): DayKind {
  if (closures.some((closure) => covers(closure, date))) return 'closure';
  if (closures.length > 0) return 'part';
  if (all.length > 0) return 'extra';
  return isOpen ? 'open' : 'closed';
}

/**
 * Returns whether an exception touches the day: one that ends with the midnight before does not.
 */
function isOn({ from, to }: HourException, date: LocalDate): boolean {
  return from.date <= date && (to.date > date || (to.date === date && to.time > '00:00'));
}

function covers({ from, to }: HourException, date: LocalDate): boolean {
  const startsBefore = from.date < date || (from.date === date && from.time === '00:00');
  return startsBefore && to.date > date;
}
