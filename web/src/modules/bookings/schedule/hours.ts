import { minutesOf, weekdays } from '@samay/contract/tenancy/opening-hours';
import type { Schedule } from '@samay/contract/bookings/schedule';
import type { DayRange } from './view.ts';

type OpeningHours = Schedule['openingHours'];
type DayHours = Record<0 | 1 | 2 | 3 | 4 | 5 | 6, [string, string] | null>;

/** The opening hours of each weekday (0 is Sunday), from the first opening to the last closing; null on closed days. */
export function businessHours({ slots, days }: OpeningHours): DayHours {
  const hours = span(slots) ?? { start: 0, end: 24 * 60 };
  const open: [string, string] = [clock(hours.start), clock(hours.end)];
  const isOpen = (day: number) => days.length === 0 || days.includes(weekdays[(day + 6) % 7] ?? '');
  return { 0: hoursOn(0), 1: hoursOn(1), 2: hoursOn(2), 3: hoursOn(3), 4: hoursOn(4), 5: hoursOn(5), 6: hoursOn(6) };

  function hoursOn(day: number): [string, string] | null {
    return isOpen(day) ? open : null;
  }
}

/**
 * Whether the label of the current time covers an hour's label: from the full hour until 26 minutes past it, if today is shown.
 *
 * @param now local date and time in India, `2026-11-22 17:05:00`
 */
export function isCoveredByNow(hour: string, now: string, { from, to }: DayRange): boolean {
  const day = now.slice(0, 10);
  return day >= from && day <= to && now.slice(11, 13) === hour.slice(0, 2) && Number(now.slice(14, 16)) < 26;
}

/** The hours that a day's column shows: the opening hours with an hour before and after, extended by bookings outside of them. */
export function shownHours({ slots }: OpeningHours, times: readonly string[]): { startTime: string; endTime: string } {
  const open = span(slots) ?? { start: 8 * 60, end: 20 * 60 };
  const booked = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
  const first = Math.min(open.start - 60, ...booked);
  const last = Math.max(open.end + 60, ...booked.map((minutes) => minutes + 60));
  return { startTime: clock(Math.max(0, Math.floor(first / 60) * 60)), endTime: clock(Math.min(24 * 60, Math.ceil(last / 60) * 60)) };
}

/** The opening hours in minutes after midnight. A slot that passes midnight counts until the end of the day. */
function span(slots: OpeningHours['slots']): { start: number; end: number } | undefined {
  const ranges = slots.flatMap(({ start_time, end_time }) => {
    const [start, end] = [minutesOf(start_time), minutesOf(end_time)];
    return start === undefined || end === undefined ? [] : [{ start: end <= start ? 0 : start, end: end <= start ? 24 * 60 : end }];
  });
  if (ranges.length === 0) return undefined;
  return { start: Math.min(...ranges.map(({ start }) => start)), end: Math.max(...ranges.map(({ end }) => end)) };
}

function clock(minutes: number): string {
  if (minutes >= 24 * 60) return '23:59:59';
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
}
