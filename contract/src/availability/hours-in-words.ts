import { timeWord, type TimeSlot, type Weekday, weekdays } from '../tenancy/opening-hours.ts';
import type { WeeklyHours } from './hours.ts';

/**
 * Puts weekly hours into onboarding's words, which have one set of times for all days: the times
 * that most open days have; between equals, the first. Days with other times are named too, since
 * they are open.
 */
export function wordsOf(hours: readonly WeeklyHours[]): { timeSlots: TimeSlot[]; operatingDays: Weekday[] } {
  const days = weekdays.flatMap((day, index) => {
    const slots = slotsOf(hours.filter((each) => each.weekday === index + 1));
    return slots.length === 0 ? [] : [{ day, slots }];
  });
  const alike = Map.groupBy(days, ({ slots }) => JSON.stringify(slots));
  const [usual] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { timeSlots: usual?.[0]?.slots ?? [], operatingDays: days.map(({ day }) => day) };
}

function slotsOf(hours: readonly WeeklyHours[]): TimeSlot[] {
  const inOrder = hours.toSorted((a, b) => a.opens.localeCompare(b.opens));
  return inOrder.map(({ opens, closes }) => ({ start_time: timeWord(opens), end_time: timeWord(closes) }));
}
