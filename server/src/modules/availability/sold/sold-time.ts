import { addDays } from '@samay/contract/core/time';
import { findUnits } from '../slots/business-days.ts';
import { localMinute } from '../slots/local-minutes.ts';
import { computeOpenTime } from '../slots/open-time.ts';
import { makeOpenDays, makeSpans } from '../slots/read-business-days.ts';
import { type Span, union, without } from '../slots/spans.ts';
import type { Days, SoldRow } from './queries.ts';

/** Minutes of open time of all units, and those that bookings occupy, each once. */
export interface SoldTime {
  readonly open: number;
  readonly occupied: number;
}

/**
 * Computes how much of the open time bookings occupy, by the present hours and resources: earlier
 * ones are not stored. A court with parts counts by its parts. Bookings outside of open time count
 * as neither.
 */
export function soldTime(row: SoldRow, { from, to }: Days): SoldTime {
  const days = makeOpenDays(row);
  const range = { from: localMinute(from), to: localMinute(addDays(to, 1)) };
  const claims = new Map<string, Span[]>();
  for (const [resource, starts, ends] of row.claims ?? [])
    for (const unit of findUnits(days, resource))
      claims.set(unit, [...(claims.get(unit) ?? []), ...makeSpans(starts, ends)]);
  let [open, occupied] = [0, 0];
  for (const resource of days.resources.filter(({ id }) => findUnits(days, id)[0] === id)) {
    const opened = computeOpenTime(days, resource, range).open.flatMap((span) => within(span, range));
    const free = without(opened, union(claims.get(resource.id) ?? []));
    open += toMinutes(opened);
    occupied += toMinutes(opened) - toMinutes(free);
  }
  return { open, occupied };
}

function within(span: Span, range: Span): Span[] {
  const [from, to] = [Math.max(span.from, range.from), Math.min(span.to, range.to)];
  return from < to ? [{ from, to }] : [];
}

function toMinutes(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
