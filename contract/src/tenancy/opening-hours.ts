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

const dayMinutes = 1440;

/**
 * Returns the minutes after midnight of a text such as `9 AM`, `12:30 pm`; undefined for any other
 * text.
 */
export function minutesOf(text: string): number | undefined {
  const match = /^\s*(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\.?\s*$/i.exec(text);
  if (!match) return undefined;
  const hour = Number(match[1]);
  if (hour < 1 || hour > 12) return undefined;
  const afternoon = match[3]?.toLowerCase() === 'p';
  return ((hour % 12) + (afternoon ? 12 : 0)) * 60 + Number(match[2] ?? 0);
}

/**
 * Returns the places of the slots that overlap an earlier one of the same day. A slot that ends before it
 * starts passes midnight, and equal times are the whole day.
 */
export function overlappingSlots(slots: readonly TimeSlot[]): number[] {
  const spans = slots.flatMap(({ start_time, end_time }, place) => {
    const [from, to] = [minutesOf(start_time), minutesOf(end_time)];
    if (from === undefined || to === undefined) return [];
    return [{ place, from, to: from + ((to - from + dayMinutes) % dayMinutes || dayMinutes) }];
  });
  return spans
    .filter((span, at) =>
      spans
        .slice(0, at)
        .some(({ from, to }) =>
          [-dayMinutes, 0, dayMinutes].some((shift) => span.from < to + shift && from + shift < span.to),
        ),
    )
    .map(({ place }) => place);
}

/** Returns a readable text in its stored form, `9 AM` or `9:30 PM`; any other unchanged. */
export function canonicalTime(text: string): string {
  const minutes = minutesOf(text);
  return minutes === undefined ? text : wordOf(minutes);
}

/** Converts a time of the clock, `HH:MM`, to the stored words. */
export function timeWord(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return wordOf(hour * 60 + minute);
}

function wordOf(minutes: number): string {
  const minute = minutes % 60;
  const past = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  const clock = `${Math.floor(minutes / 60) % 12 || 12}${past}`;
  return `${clock} ${minutes < 720 ? 'AM' : 'PM'}`;
}
