import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { BusinessDays } from './business-days.ts';
import { freeAt, freeStarts } from './free-starts.ts';
import { bookable, localMinute } from './local-minutes.ts';
import { type FoundStart } from './next-free.ts';
import { dayMinutes } from './open-time.ts';

/** A start that is wanted, of one resource or of any. */
export interface WantedStart {
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly resource?: string | undefined;
  readonly duration?: number | undefined;
}

/** Whether a start is free, taken, or outside the open time, where it can be booked all the same. On the grid or not, past or not. */
export function stateOf(days: BusinessDays, { date, time, resource, duration }: WantedStart): 'free' | 'taken' | 'closed' {
  const at = localMinute(date, time);
  const isFreeWithin = (within: BusinessDays) => freeAt(within, at, { duration, resourceId: resource }).length > 0;
  if (!isFreeWithin({ ...days, hours: [], exceptions: [] })) return 'taken';
  return isFreeWithin({ ...days, claims: new Map() }) ? 'free' : 'closed';
}

/** The free starts of the same day that are nearest to a start, at most `limit`, in their order. */
export function nearestFree(days: BusinessDays, { date, time, resource, duration }: WantedStart, now: Date, limit: number): FoundStart[] {
  const at = localMinute(date, time);
  const midnight = localMinute(date);
  const within = bookable(now);
  return freeStarts(days, {
    resourceId: resource,
    duration,
    from: Math.max(midnight, within.from),
    to: Math.min(midnight + dayMinutes, within.to),
  })
    .flatMap(({ resourceId, starts }) => nearest(starts, at, limit).map((start) => ({ resourceId, start })))
    .toSorted((one, other) => Math.abs(one.start - at) - Math.abs(other.start - at))
    .slice(0, limit)
    .toSorted((one, other) => one.start - other.start);
}

/** Of starts in order those that can be among the nearest to a minute: `limit` before it and as many after it. */
function nearest(starts: readonly number[], at: number, limit: number): readonly number[] {
  const next = starts.findIndex((start) => start >= at);
  const place = next === -1 ? starts.length : next;
  return starts.slice(Math.max(place - limit, 0), place + limit);
}
