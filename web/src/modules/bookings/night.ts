import type { Slot } from '@samay/contract/core/alternatives';
import type { HourException, WeeklyHours } from '@samay/contract/availability/hours';
import type { FreeStarts } from '@samay/contract/availability/slots';
import { addDays, isoWeekdayOf, type LocalDate, type LocalTime } from '@samay/contract/core/time';

/** The time at which an evening begins. */
const eveningFrom = '17:00';
/** The time at which a night ends at a place that never closes. */
const morningAt = '06:00';

export interface OpenHours {
  readonly business: readonly WeeklyHours[];
  readonly ofResources: readonly { readonly hours: readonly WeeklyHours[] }[];
  readonly exceptions: readonly Pick<HourException, 'kind' | 'from' | 'to'>[];
}

/**
 * An evening and the hours after midnight that belong to it, as `2026-11-22 17:00`; the end is
 * excluded.
 */
export interface Night {
  readonly date: LocalDate;
  readonly from: string;
  readonly until: string;
}

/** Returns the days whose exceptions `nightAt` reads. */
export function daysOfNight(today: LocalDate): { from: LocalDate; to: LocalDate } {
  return { from: addDays(today, -1), to: addDays(today, 1) };
}

/**
 * Returns the meaning of *tonight* at a minute: this day's, but after midnight yesterday's until
 * its hours end.
 * @param minute `2026-11-22 18:05`, in India
 */
export function nightAt(hours: OpenHours, minute: string): Night {
  const today = minute.slice(0, 10);
  const yesterdays = nightOn(hours, addDays(today, -1));
  return minute < yesterdays.until ? yesterdays : nightOn(hours, today);
}

/** Returns the free starts of a night by resource, in order; a resource without one has none. */
export function startsOfNight(
  free: readonly FreeStarts[],
  { from, until }: Night,
  minute: string,
): { resourceId: string; slots: Slot[] }[] {
  return free.map(({ resourceId, days }) => ({
    resourceId,
    slots: getSlots({ resourceId, days }).filter((slot) => {
      const at = `${slot.date} ${slot.time}`;
      return at >= from && at < until && at >= minute;
    }),
  }));
}

/**
 * Orders the starts of a day as a ground sells them: those of its evening and of the night after
 * come first.
 */
export function eveningFirst(slots: readonly Slot[], day: LocalDate): Slot[] {
  const isEvening = ({ date, time }: Slot) => date > day || time >= eveningFrom;
  return [...slots.filter(isEvening), ...slots.filter((slot) => !isEvening(slot))];
}

export function getSlots({ resourceId, days }: FreeStarts): Slot[] {
  return days.flatMap(({ date, times }) => times.map((time) => ({ resourceId, date, time })));
}

/** Formats an hour of the night as desks say it: `6`, `9:30`; after midnight `12`, `1`. */
export function hourText(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
}

function nightOn({ business, ofResources, exceptions }: OpenHours, date: LocalDate): Night {
  const weekday = isoWeekdayOf(date);
  const next = addDays(date, 1);
  const rows = [business, ...ofResources.map(({ hours }) => hours)]
    .flat()
    .filter((row) => row.weekday === weekday);
  const ends = [
    ...rows.filter(({ opens, closes }) => closes < opens).map(({ closes }) => closes),
    ...rows
      .filter(({ opens, closes }) => closes === opens)
      .map(({ closes }) => (closes < morningAt ? closes : morningAt)),
    ...exceptions
      .filter(({ kind, from, to }) => kind === 'extra_hours' && from.date === date && to.date === next)
      .map(({ to }) => to.time),
  ];
  const end = ends.toSorted().at(-1) ?? '00:00';
  return { date, from: `${date} ${eveningFrom}`, until: `${next} ${end}` };
}
