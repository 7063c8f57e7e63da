import type { ExceptionRow, HoursRow, OpenDays, OpenResource } from './business-days.ts';
import { type Span, union, without } from './spans.ts';

export const dayMinutes = 1440;

/**
 * The open time of a resource; its rows of hours, from the beginning of which starts are counted;
 * and its closures.
 */
export interface OpenTime {
  readonly open: readonly Span[];
  readonly rows: readonly Span[];
  readonly closures: readonly ExceptionRow[];
}

/** Has the business's own hours, for a doctor who is only a name. */
export const businessItself: OpenResource = { id: '', wholeId: null };

/**
 * Computes the open time of a resource in a range and up to a day beyond it (decision 0048): weekly
 * and extra hours without closures. A part without hours has those of its whole, and its whole's
 * extra hours and closures; a whole has its parts' closures.
 */
export function computeOpenTime(days: OpenDays, resource: OpenResource, range: Span): OpenTime {
  const above = (id: string | null) => id === null || id === resource.id || id === resource.wholeId;
  const parts = new Set(days.resources.filter(({ wholeId }) => wholeId === resource.id).map(({ id }) => id));
  const extra = days.exceptions.filter(({ isClosure, resourceId }) => !isClosure && above(resourceId));
  const closures = days.exceptions.filter(
    ({ isClosure, resourceId }) => isClosure && (above(resourceId) || parts.has(resourceId ?? '')),
  );
  const rows = [...weeklyRows(findHours(days, resource), range), ...extra];
  return { rows, closures, open: without(union(rows), union(closures)) };
}

/**
 * Returns the hours that apply: the resource's, its whole's, or the business's; without any it is
 * always open.
 */
export function findHours({ hours }: OpenDays, { id, wholeId }: OpenResource): readonly HoursRow[] {
  for (const owner of [id, ...(wholeId === null ? [] : [wholeId]), null]) {
    const own = hours.filter(({ resourceId }) => resourceId === owner);
    if (own.length > 0) return own;
  }
  return always;
}

const always: readonly HoursRow[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  resourceId: null,
  weekday,
  opens: 0,
  closes: 0,
}));

/**
 * Lists the rows of each day from the one before the range, whose night may reach into it, to the
 * one after it.
 */
function weeklyRows(hours: readonly HoursRow[], { from, to }: Span): Span[] {
  const rows: Span[] = [];
  for (let day = Math.floor(from / dayMinutes) - 1; day <= Math.floor((to - 1) / dayMinutes) + 1; day += 1) {
    for (const { weekday, opens, closes } of hours) {
      if (weekday !== getWeekday(day)) continue;
      const midnight = day * dayMinutes;
      rows.push({ from: midnight + opens, to: midnight + closes + (closes > opens ? 0 : dayMinutes) });
    }
  }
  return rows;
}

/** Returns the ISO weekday of a day: day 0, 1970-01-01, was a Thursday. */
function getWeekday(day: number): number {
  return ((day + 3) % 7) + 1;
}
