import type { LocalTime } from '../core/time.ts';

/** Opening hours as the onboarding wizard stores them: texts such as `9 AM` or `9:30 PM`. */
export interface TimeSlot {
  readonly start_time: string;
  readonly end_time: string;
}

/** The stored names of the days of a week, Monday first. */
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

/** Opening hours of the wizard, on some days alone if it names any. */
export interface SlotOnDays extends TimeSlot {
  readonly days?: readonly Weekday[] | undefined;
}

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

/**
 * Returns the minutes after midnight of a text such as `9 AM`, `12:30 pm`; undefined for any other
 * text.
 */
export function toMinutes(text: string): number | undefined {
  const match = /^\s*(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\.?\s*$/i.exec(text);
  if (!match) return undefined;
  const hour = Number(match[1]);
  if (hour < 1 || hour > 12) return undefined;
  const afternoon = match[3]?.toLowerCase() === 'p';
  return ((hour % 12) + (afternoon ? 12 : 0)) * 60 + Number(match[2] ?? 0);
}

/**
 * Returns the places of the slots that overlap an earlier one on one of its days. A slot that ends before it
 * starts passes midnight, and equal times are the whole day.
 */
export function overlappingSlots(slots: readonly SlotOnDays[]): number[] {
  const spans = slots.map(spansInWeek);
  return spans.flatMap((own, place) => {
    const earlier = spans.slice(0, place).flat();
    return own.some((span) => earlier.some((other) => overlap(span, other))) ? [place] : [];
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the spans of a slot in minutes after Monday's midnight; none of an unreadable one. */
function spansInWeek({ start_time, end_time, days = weekdays }: SlotOnDays): Span[] {
  const [from, to] = [toMinutes(start_time), toMinutes(end_time)];
  if (from === undefined || to === undefined) return [];
  const length = (to - from + dayMinutes) % dayMinutes || dayMinutes;
  return days.map((day) => {
    const start = weekdays.indexOf(day) * dayMinutes + from;
    return { from: start, to: start + length };
  });
}

/** Returns whether two spans overlap, also where Sunday's night passes into Monday. */
function overlap(one: Span, other: Span): boolean {
  return [-weekMinutes, 0, weekMinutes].some(
    (shift) => one.from < other.to + shift && other.from + shift < one.to,
  );
}

/** Returns a readable text in its stored form, `9 AM` or `9:30 PM`; any other unchanged. */
export function canonicalTime(text: string): string {
  const minutes = toMinutes(text);
  return minutes === undefined ? text : getWord(minutes);
}

/** Converts a time of the clock, `HH:MM`, to the stored words. */
export function timeWord(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return getWord(hour * 60 + minute);
}

function getWord(minutes: number): string {
  const minute = minutes % 60;
  const past = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  const clock = `${Math.floor(minutes / 60) % 12 || 12}${past}`;
  return `${clock} ${minutes < 720 ? 'AM' : 'PM'}`;
}
