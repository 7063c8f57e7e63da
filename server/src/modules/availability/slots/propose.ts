import { firstOfAny } from '@samay/contract/availability/any-free';
import { type BusinessDays, type ExceptionRow, findUnits } from './business-days.ts';
import { durationIn, freeStarts } from './free-starts.ts';
import { type FoundStart, startsIn } from './next-free.ts';
import type { Span } from './spans.ts';

/** A booking that needs another time. */
export interface ToMove {
  readonly id: string;
  /** Null for a booking of none: any resource will do. */
  readonly resourceId: string | null;
  /** The local minute of its start (spans.ts). */
  readonly start: number;
  /** Minutes. */
  readonly duration: number;
  /** The days of its service. */
  readonly days: BusinessDays;
}

/**
 * Proposes a free start to each booking of a closed span, in their order: the next one of its own
 * resource, otherwise of any that gives its service. No two proposals overlap. Returns the starts
 * by the bookings' ids; a booking without one is absent.
 */
export function proposeStarts(
  toMove: readonly ToMove[],
  { closure, within }: { readonly closure: ExceptionRow; readonly within: Span },
): Map<string, FoundStart> {
  const proposed = new Map<string, Span[]>();
  const found = new Map<string, FoundStart>();
  for (const booking of toMove) {
    const days = withProposed(booking.days, closure, proposed);
    const span = { from: Math.max(booking.start, within.from), to: within.to };
    const start = findStart(days, booking, span);
    if (!start) continue;
    found.set(booking.id, start);
    const { service } = days;
    const claim = {
      from: start.start - (service?.bufferBefore ?? 0),
      to: start.start + durationIn(days, booking.duration) + (service?.bufferAfter ?? 0),
    };
    for (const unit of findUnits(days, start.resourceId))
      proposed.set(unit, [...(proposed.get(unit) ?? []), claim]);
  }
  return found;
}

function findStart(days: BusinessDays, { resourceId, duration }: ToMove, span: Span): FoundStart | undefined {
  const [own] = resourceId === null ? [] : freeStarts(days, { resourceId, duration, ...span });
  const [next] = own?.starts ?? [];
  if (own && next !== undefined) return { resourceId: own.resourceId, start: next };
  const earliest = freeStarts(days, { duration, ...span }).flatMap(({ resourceId: id, starts: [first] }) =>
    first === undefined ? [] : [{ resourceId: id, start: first }],
  );
  const [start] = firstOfAny(earliest, startsIn(days)).toSorted((one, other) => one.start - other.start);
  return start;
}

function withProposed(
  days: BusinessDays,
  closure: ExceptionRow,
  proposed: ReadonlyMap<string, readonly Span[]>,
): BusinessDays {
  const claims = new Map(days.claims);
  for (const [unit, spans] of proposed) claims.set(unit, [...(claims.get(unit) ?? []), ...spans]);
  return { ...days, exceptions: [...days.exceptions, closure], claims };
}
