import type { LocalTime } from '../core/time.ts';

/** Opening hours as the onboarding wizard stores them: texts such as `9 AM` or `9:30 PM`. */
export interface TimeSlot {
  readonly start_time: string;
  readonly end_time: string;
}

/** The days of a week as they are stored, Monday first. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** Minutes after midnight of a text such as `9 AM`, `12:30 pm`; undefined for any other text. */
export function minutesOf(text: string): number | undefined {
  const match = /^\s*(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\.?\s*$/i.exec(text);
  if (!match) return undefined;
  const hour = Number(match[1]);
  if (hour < 1 || hour > 12) return undefined;
  const afternoon = match[3]?.toLowerCase() === 'p';
  return ((hour % 12) + (afternoon ? 12 : 0)) * 60 + Number(match[2] ?? 0);
}

/** A readable text as it is stored, `9 AM` or `9:30 PM`; any other unchanged. */
export function canonicalTime(text: string): string {
  const minutes = minutesOf(text);
  return minutes === undefined ? text : wordOf(minutes);
}

/** A time of the clock, `HH:MM`, as it is stored in words. */
export function timeWord(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return wordOf(hour * 60 + minute);
}

function wordOf(minutes: number): string {
  const minute = minutes % 60;
  const clock = `${Math.floor(minutes / 60) % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
  return `${clock} ${minutes < 720 ? 'AM' : 'PM'}`;
}

/**
 * The day whose slot contains a time: the same day, the day before if its slot passes midnight, or
 * none. The end of a slot is excluded; equal times mean the whole day. Without a readable slot the
 * business is always open.
 */
export function openingDayOf(
  slots: readonly TimeSlot[],
  time: LocalTime,
): 'its day' | 'the day before' | undefined {
  const ranges = slots
    .map((slot) => ({ start: minutesOf(slot.start_time), end: minutesOf(slot.end_time) }))
    .filter(
      (range): range is { start: number; end: number } =>
        range.start !== undefined && range.end !== undefined,
    );
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = hour * 60 + minute;
  const isOfItsDay = ({ start, end }: { start: number; end: number }) =>
    start === end || (at >= start && (at < end || end < start));
  if (ranges.length === 0 || ranges.some(isOfItsDay)) return 'its day';
  return ranges.some(({ start, end }) => end < start && at < end) ? 'the day before' : undefined;
}
