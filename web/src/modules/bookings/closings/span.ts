import {
  addDays,
  addMinutes,
  daysBetween,
  formatTime,
  LocalDate,
  LocalTime,
} from '@samay/contract/core/time';
import { dayText } from '../../../lib/days.ts';
import { nightAt, type OpenHours } from '../night.ts';

interface Moment {
  readonly date: LocalDate;
  readonly time: LocalTime;
}

export interface Span {
  readonly from: Moment;
  readonly to: Moment;
}

/** A choice of the time that is closed. */
export type When = 'rest' | 'twoHours' | 'day' | 'typed';

/** The text of each choice; that of the whole day names another day than today. */
export const whenTexts: Readonly<Record<When, string>> = {
  rest: 'Now till the end of the day',
  twoHours: 'The next two hours',
  day: 'All day',
  typed: 'Other time…',
};

/**
 * Returns the span of a choice.
 *
 * @param minute the minute at which the dialog was opened, `2026-11-22 18:05`
 * @param date the day that *All day* means
 */
export function makeSpan(
  when: Exclude<When, 'typed'>,
  { minute, date, hours }: { minute: string; date: LocalDate; hours: OpenHours },
): Span {
  const now = getMoment(minute);
  if (when === 'rest') return { from: now, to: getMoment(nightAt(hours, minute).until) };
  if (when === 'twoHours') return { from: now, to: later(now, 120) };
  // The games of the night before belong to the day before.
  const midnight = `${date} 00:00`;
  const before = nightAt(hours, midnight);
  const from = before.from < midnight ? before.until : midnight;
  return { from: getMoment(from), to: getMoment(nightAt(hours, `${date} 12:00`).until) };
}

/** A span whose ends are typed. */
export interface TypedSpan extends Span {
  /** The number of days from the start to the end; null once the day of the end was typed. */
  readonly days: number | null;
}

/** The length of a span whose end has to follow its start, in minutes. */
const followMinutes = 120;

/** Returns a span to begin with, whose end follows its start. */
export function typedSpan({ from, to }: Span): TypedSpan {
  return { from, to, days: daysBetween(from.date, to.date) };
}

/**
 * Returns a span with another start. Its end moves with the day, and stays behind the start in the
 * same day or night.
 */
export function withStart(span: TypedSpan, from: Moment, hours: OpenHours): TypedSpan {
  const { to, days } = span;
  if (days === null || !isMoment(from)) return { ...span, from };
  const isKept = from.time === span.from.time || !LocalTime.safeParse(to.time).success;
  const next = isKept ? days : daysUntil(from, to.time, hours);
  if (isKept || next > 0 || to.time > from.time)
    return { from, to: { ...to, date: addDays(from.date, next) }, days: next };
  const [end, night] = [later(from, followMinutes), getMoment(nightAt(hours, getKey(from)).until)];
  return typedSpan({ from, to: getKey(end) < getKey(night) ? end : night });
}

/**
 * Returns a span with another end. Unless its day was typed, the end is in the day or the night of
 * the start.
 */
export function withEnd(span: TypedSpan, to: Moment, hours: OpenHours): TypedSpan {
  const { from, days } = span;
  if (to.date !== span.to.date) return { from, to, days: null };
  if (days === null || !isMoment(from) || !isMoment(to)) return { ...span, to };
  const next = daysUntil(from, to.time, hours);
  return { from, to: { date: addDays(from.date, next), time: to.time }, days: next };
}

/** Returns the days until a time that ends a span: 1 for midnight, and in the hours of a night. */
function daysUntil(from: Moment, time: LocalTime, hours: OpenHours): number {
  if (time === '00:00') return 1;
  if (time > from.time) return 0;
  const isInNight = getKey({ date: addDays(from.date, 1), time }) <= nightAt(hours, getKey(from)).until;
  return isInNight ? 1 : 0;
}

/** Returns the error of a typed span, or null. */
export function spanError({ from, to }: Span): string | null {
  if (!isMoment(from) || !isMoment(to)) return 'Please enter a date and a time for both ends';
  return getKey(from) < getKey(to) ? null : 'The end is before the start';
}

/** Formats a span: `Sat, 21 Nov, 2:30 to 6:00 pm`; a midnight belongs to the day that it ends. */
export function spanText({ from, to }: Span): string {
  const isMidnight = to.time === '00:00';
  const last = isMidnight ? addDays(to.date, -1) : to.date;
  const start = from.time === '00:00' && isMidnight ? '' : `, ${formatTime(from.time)}`;
  if (start === '') return from.date === last ? `${dayText(from.date)}, all day` : daysText(from.date, last);
  const end = isMidnight ? 'midnight' : formatTime(to.time);
  return `${dayText(from.date)}${start} to ${last === from.date ? end : `${dayText(last)}, ${end}`}`;
}

function daysText(first: LocalDate, last: LocalDate): string {
  return `${dayText(first)} to ${dayText(last)}`;
}

function later({ date, time }: Moment, minutes: number): Moment {
  const end = addMinutes(time, minutes);
  return { date: end < time ? addDays(date, 1) : date, time: end };
}

function isMoment({ date, time }: Moment): boolean {
  return LocalDate.safeParse(date).success && LocalTime.safeParse(time).success;
}

function getMoment(minute: string): Moment {
  return { date: minute.slice(0, 10), time: minute.slice(11) };
}

function getKey({ date, time }: Moment): string {
  return `${date} ${time}`;
}
