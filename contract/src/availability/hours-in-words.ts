import { minutesOf, timeWord, type TimeSlot, type Weekday, weekdays } from '../tenancy/opening-hours.ts';
import type { WeeklyHours } from './hours.ts';

/** Opening hours in the words that onboarding asks for: the same times on each of the named days. */
export interface HoursInWords {
  readonly timeSlots: readonly TimeSlot[];
  readonly operatingDays: readonly string[];
}

/** Weekly hours of words: every readable slot on every day. Without a readable slot each of the days is open as a whole. */
export function weeklyHoursOf({ timeSlots, operatingDays }: HoursInWords): WeeklyHours[] {
  const read = timeSlots.map((slot) => [minutesOf(slot.start_time), minutesOf(slot.end_time)] as const);
  const readable = read.flatMap(([opens, closes]) => (opens === undefined || closes === undefined ? [] : [{ opens, closes }]));
  const times = readable.length > 0 ? readable : [{ opens: 0, closes: 0 }];
  return weekdays.flatMap((day, index) =>
    operatingDays.includes(day)
      ? times.map(({ opens, closes }) => ({ weekday: index + 1, opens: clockOf(opens), closes: clockOf(closes) }))
      : [],
  );
}

/**
 * The words of weekly hours, which know one set of times for all days: those that most of the open days have, of equally many the first. Days
 * with other times are named too, since they are open.
 */
export function wordsOf(hours: readonly WeeklyHours[]): { timeSlots: TimeSlot[]; operatingDays: Weekday[] } {
  const days = weekdays.flatMap((day, index) => {
    const own = hours.filter((each) => each.weekday === index + 1).toSorted((a, b) => a.opens.localeCompare(b.opens));
    return own.length === 0
      ? []
      : [{ day, slots: own.map(({ opens, closes }) => ({ start_time: timeWord(opens), end_time: timeWord(closes) })) }];
  });
  const alike = Map.groupBy(days, ({ slots }) => JSON.stringify(slots));
  const [usual] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { timeSlots: usual?.[0]?.slots ?? [], operatingDays: days.map(({ day }) => day) };
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
