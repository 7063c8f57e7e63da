import { firstOfAny } from '@samay/contract/availability/any-free';
import type { Size } from '@samay/contract/availability/resources';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { BusinessDays, OpenResource } from './business-days.ts';
import { freeAt, freeStarts } from './free-starts.ts';
import { bookable, localMinute } from './local-minutes.ts';
import { type FoundStart, startsIn } from './next-free.ts';
import { businessItself, dayMinutes } from './open-time.ts';

/** The requested start. */
interface WantedStart {
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** Minutes, if they differ from the service's duration. */
  readonly duration?: number | undefined;
}

/** A start of one resource, of any court of a size, or of any resource. */
interface WantedAmong extends WantedStart {
  readonly resource?: string | undefined;
  readonly size?: Size | undefined;
}

/** The obstacles to a start. */
interface StartState {
  readonly isTaken: boolean;
  /** The resource whose hours or closures prevent it; undefined in open time. */
  readonly closed: OpenResource | undefined;
}

/**
 * Finds the obstacles to a start, on the grid or not, with any suitable resource: taken if all are,
 * closed if none of the others is open for as long. Without a resource the business's hours apply.
 */
export function findState(
  days: BusinessDays,
  { date, time, duration }: WantedStart,
  resources: readonly OpenResource[],
): StartState {
  const at = localMinute(date, time);
  const wanted = resources.length > 0 ? resources : [businessItself];
  const untaken = new Set(
    freeAt({ ...days, hours: [], exceptions: [] }, at, { duration, resources: wanted }),
  );
  const isTaken = untaken.size === 0;
  const left = isTaken ? wanted : wanted.filter(({ id }) => untaken.has(id));
  const isOpen = freeAt({ ...days, claims: new Map() }, at, { duration, resources: left }).length > 0;
  return { isTaken, closed: isOpen ? undefined : left[0] };
}

/** Lists the free starts of the day that are nearest to a start, in their order. */
export function nearestFree(
  days: BusinessDays,
  { date, time, duration, resource, size }: WantedAmong,
  now: Date,
  limit: number,
): FoundStart[] {
  const at = localMinute(date, time);
  const midnight = localMinute(date);
  const within = bookable(now);
  const found = freeStarts(days, {
    resourceId: resource,
    duration,
    from: Math.max(midnight, within.from),
    to: Math.min(midnight + dayMinutes, within.to),
  }).flatMap(({ resourceId, starts }) => nearest(starts, at, limit).map((start) => ({ resourceId, start })));
  return firstOfAny(found, startsIn(days, resource === undefined ? size : undefined))
    .toSorted((one, other) => Math.abs(one.start - at) - Math.abs(other.start - at))
    .slice(0, limit)
    .toSorted((one, other) => one.start - other.start);
}

/** Cuts sorted starts to `limit` before a minute and as many after it. */
function nearest(starts: readonly number[], at: number, limit: number): readonly number[] {
  const next = starts.findIndex((start) => start >= at);
  const place = next === -1 ? starts.length : next;
  return starts.slice(Math.max(place - limit, 0), place + limit);
}
