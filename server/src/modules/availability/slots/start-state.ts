import { firstOfAny } from '@samay/contract/availability/any-free';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { type BusinessDays, partsOf } from './business-days.ts';
import { freeAt, freeStarts } from './free-starts.ts';
import { bookable, localMinute } from './local-minutes.ts';
import { type FoundStart, startsIn } from './next-free.ts';
import { dayMinutes } from './open-time.ts';

/** A start that is wanted, of one resource or of any. */
export interface WantedStart {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly resource?: string | undefined;
  readonly duration?: number | undefined;
}

/**
 * Whether a start is free, taken, or outside the open time, where it can be booked all the same. On
 * the grid or not, past or not. Where any court will do, a part is not one that is given unasked,
 * unless the service names it.
 */
export function stateOf(
  days: BusinessDays,
  { date, time, resource, duration }: WantedStart,
): 'free' | 'taken' | 'closed' {
  const at = localMinute(date, time);
  const unasked = resource === undefined && days.service?.isByEveryResource ? partsOf(days) : new Set();
  const isFreeWithin = (within: BusinessDays) =>
    freeAt(within, at, { duration, resourceId: resource }).some((id) => !unasked.has(id));
  if (!isFreeWithin({ ...days, hours: [], exceptions: [] })) return 'taken';
  return isFreeWithin({ ...days, claims: new Map() }) ? 'free' : 'closed';
}

/**
 * The free starts of the same day that are nearest to a start, each once, at most `limit`, in their
 * order.
 */
export function nearestFree(
  days: BusinessDays,
  { date, time, resource, duration }: WantedStart,
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
  return firstOfAny(found, startsIn(days))
    .toSorted((one, other) => Math.abs(one.start - at) - Math.abs(other.start - at))
    .slice(0, limit)
    .toSorted((one, other) => one.start - other.start);
}

/**
 * Of starts in order those that can be among the nearest to a minute: `limit` before it and as many
 * after it.
 */
function nearest(starts: readonly number[], at: number, limit: number): readonly number[] {
  const next = starts.findIndex((start) => start >= at);
  const place = next === -1 ? starts.length : next;
  return starts.slice(Math.max(place - limit, 0), place + limit);
}
