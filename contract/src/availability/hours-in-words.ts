import {
  toMinutes,
  type SlotOnDays,
  timeWord,
  type TimeSlot,
  type Weekday,
  weekdays,
} from '../tenancy/opening-hours.ts';
import { addMinutes } from '../core/time.ts';
import type { WeeklyHours } from './hours.ts';

/**
 * Puts weekly hours into onboarding's words, which have one set of times for all days: the times
 * that most open days have; between equals, the first. Days with other times are named too, since
 * they are open.
 */
export function getWords(hours: readonly WeeklyHours[]): { timeSlots: TimeSlot[]; operatingDays: Weekday[] } {
  const days = weekdays.flatMap((day, index) => {
    const slots = getSlots(hours.filter((each) => each.weekday === index + 1));
    return slots.length === 0 ? [] : [{ day, slots }];
  });
  const alike = Map.groupBy(days, ({ slots }) => JSON.stringify(slots));
  const [usual] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { timeSlots: usual?.[0]?.slots ?? [], operatingDays: days.map(({ day }) => day) };
}

function getSlots(hours: readonly WeeklyHours[]): TimeSlot[] {
  const inOrder = hours.toSorted((a, b) => a.opens.localeCompare(b.opens));
  return inOrder.map(({ opens, closes }) => ({ start_time: timeWord(opens), end_time: timeWord(closes) }));
}

/** Returns the weekly hours of slots, each on its own days or on all operating days. */
export function weeklyHours(slots: readonly SlotOnDays[], operatingDays: readonly Weekday[]): WeeklyHours[] {
  return slots.flatMap(({ start_time, end_time, days = operatingDays }) => {
    const [opens, closes] = [toMinutes(start_time), toMinutes(end_time)];
    if (opens === undefined || closes === undefined) return [];
    return days
      .filter((day) => operatingDays.includes(day))
      .map((day) => ({
        weekday: weekdays.indexOf(day) + 1,
        opens: addMinutes('00:00', opens),
        closes: addMinutes('00:00', closes),
      }));
  });
}
