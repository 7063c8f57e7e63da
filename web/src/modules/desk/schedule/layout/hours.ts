import type { HourException, WeeklyHours } from '@samay/contract/availability/hours';
import type { Schedule } from '@samay/contract/desk/schedule';
import { addDays, daysBetween, isoWeekdayOf, type LocalDate } from '@samay/contract/core/time';
import { toMinutes, weekdays } from '@samay/contract/tenancy/opening-hours';
import { dayMinutes, minutesOfDay, type Span, withinDay } from './blocks.ts';
import type { Column } from './columns.ts';
import type { Place } from './places.ts';

export interface OpenHours {
  readonly business: readonly WeeklyHours[];
  readonly ofResources: readonly { readonly resourceId: string; readonly hours: readonly WeeklyHours[] }[];
  readonly exceptions: readonly Pick<HourException, 'kind' | 'resourceId' | 'from' | 'to' | 'reason'>[];
}

export interface Closure extends Span {
  readonly reason: string;
}

/** Returns the hours that come with a schedule, if no others are known: a super admin's. */
export function hoursOfSchedule({ slots, days }: Schedule['openingHours']): OpenHours {
  const open = days.length === 0 ? weekdays : weekdays.filter((name) => days.includes(name));
  const rows = slots.flatMap(({ start_time, end_time }) => {
    const [opens, closes] = [toMinutes(start_time), toMinutes(end_time)];
    return opens === undefined || closes === undefined
      ? []
      : [{ opens: clock(opens % dayMinutes), closes: clock(closes % dayMinutes) }];
  });
  const business = open.flatMap((name) =>
    rows.map((row) => ({ weekday: weekdays.indexOf(name) + 1, ...row })),
  );
  return { business, ofResources: [], exceptions: [] };
}

/**
 * Returns the times at which a column is open by weekly and extra hours. A night belongs to the day
 * on which it began, so it reaches into the next column.
 */
export function openIn(column: Column, hours: OpenHours, places: readonly Place[]): Span[] {
  const rows = findHours(column, hours, places);
  const weekly = [-1, 0].flatMap((offset) => {
    const weekday = isoWeekdayOf(addDays(column.date, offset));
    return rows.filter((row) => row.weekday === weekday).map((row) => spanOfRow(row, offset));
  });
  return union(withinDay([...weekly, ...exceptionsIn(column, hours, 'extra_hours')]));
}

/** Returns the times at which a column is closed by the weekly hours. */
export function closedIn(column: Column, hours: OpenHours, places: readonly Place[]): Span[] {
  const open = openIn(column, hours, places);
  const starts = [0, ...open.map(({ to }) => to)];
  return starts
    .map((from, index) => ({ from, to: open[index]?.from ?? dayMinutes }))
    .filter(({ from, to }) => to > from);
}

/**
 * Returns the closures of a column, with their reasons. The column of a whole court also has the
 * closures of its parts, with the part's name.
 */
export function closuresIn(column: Column, hours: OpenHours, places: readonly Place[]): Closure[] {
  const parts = places.filter(
    ({ wholeId, isArchived }) => wholeId !== null && wholeId === column.place?.id && !isArchived,
  );
  const ofParts = parts.flatMap((part) =>
    findExceptions(part.id, column.date, hours, 'closure').map((closure) => ({
      ...closure,
      reason: `${part.name}: ${closure.reason}`,
    })),
  );
  return withinDay([...exceptionsIn(column, hours, 'closure'), ...ofParts]);
}

/**
 * Returns the hours that the grid shows: all open ones with an hour before and after, and any
 * booked beyond them. Without any, the working day.
 */
export function shownHours(open: readonly Span[], booked: readonly Span[]): Span {
  const spans = open.length > 0 ? open : [{ from: 8 * 60, to: 20 * 60 }];
  const first = Math.min(...spans.map(({ from }) => from - 60), ...booked.map(({ from }) => from));
  const last = Math.max(...spans.map(({ to }) => to + 60), ...booked.map(({ to }) => to));
  return {
    from: Math.max(0, Math.floor(first / 60) * 60),
    to: Math.min(dayMinutes, Math.ceil(last / 60) * 60),
  };
}

/**
 * Returns whether the label of the current time covers an hour's label, both in minutes of the day:
 * half a line before it to a line and a half after.
 */
export function isCoveredByNow(hour: number, now: number): boolean {
  return now > hour - 6 && now < hour + 17;
}

/** Formats minutes after midnight as `18:05`; the end of a day as `00:00`. */
export function clock(minutes: number): string {
  const at = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}

/**
 * Returns the weekly hours that apply: a place's own, otherwise its court's, otherwise the
 * business's. A column of all has those of all. Without any it is always open.
 */
function findHours(
  { place, of }: Column,
  { business, ofResources }: OpenHours,
  places: readonly Place[],
): readonly WeeklyHours[] {
  const own = (id: string | null | undefined) =>
    ofResources.find(({ resourceId }) => resourceId === id)?.hours ?? [];
  if (of === 'place') {
    const found = [own(place?.id), own(place?.wholeId), business].find((rows) => rows.length > 0);
    return found ?? always;
  }
  const open = places.filter(({ isArchived }) => !isArchived);
  const rows = [...business, ...open.flatMap(({ id }) => own(id))];
  return rows.length > 0 ? rows : always;
}

const always: readonly WeeklyHours[] = weekdays.map((_, index) => ({
  weekday: index + 1,
  opens: '00:00',
  closes: '00:00',
}));

function spanOfRow({ opens, closes }: WeeklyHours, dayOffset: number): Span {
  const [from, to] = [minutesOfDay(opens), minutesOfDay(closes)];
  const start = dayOffset * dayMinutes;
  return { from: start + from, to: start + to + (to > from ? 0 : dayMinutes) };
}

/** Returns the exceptions of the business, of a column's place and of its court. */
function exceptionsIn({ date, place }: Column, hours: OpenHours, kind: HourException['kind']): Closure[] {
  const owners = new Set([null, ...(place ? [place.id, place.wholeId] : [])]);
  return [...owners].flatMap((owner) => findExceptions(owner, date, hours, kind));
}

/**
 * Returns the exceptions of one doctor, court or part; of the business if it is null. Minutes count
 * from the midnight of the day.
 */
function findExceptions(
  owner: string | null,
  date: LocalDate,
  { exceptions }: OpenHours,
  kind: HourException['kind'],
): Closure[] {
  const at = (moment: HourException['from']) =>
    daysBetween(date, moment.date) * dayMinutes + minutesOfDay(moment.time);
  return exceptions
    .filter((exception) => exception.kind === kind && exception.resourceId === owner)
    .map(({ from, to, reason }) => ({ from: at(from), to: at(to), reason }));
}

function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push({ from: span.from, to: span.to });
  }
  return merged;
}
