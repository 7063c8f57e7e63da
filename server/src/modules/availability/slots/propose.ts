import { firstOfAny } from '@samay/contract/availability/any-free';
import { type BusinessDays, type ExceptionRow, findUnits } from './business-days.ts';
import { durationIn, type FreeStart, freeStarts } from './free-starts.ts';
import { type FoundStart, startsIn } from './next-free.ts';
import { dayMinutes } from './open-time.ts';
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
  /** Whether its person is there and waits. */
  readonly isWaiting: boolean;
  /** Its price, in paise. */
  readonly price: number | null;
  /** Returns the price that it would have at a start. */
  readonly priceAt: (start: FoundStart) => number | null;
}

/**
 * Proposes a free start to each booking of a closed span, in their order: of its own resource,
 * otherwise of any that gives its service; for a person who waits of any on this day before another
 * one. `rankStart` says which. No two proposals overlap. Returns the starts by the bookings' ids; a
 * booking without one is absent.
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

function findStart(days: BusinessDays, booking: ToMove, span: Span): FoundStart | undefined {
  const today = { from: span.from, to: Math.min(span.to, startOfDay(span.from) + dayMinutes) };
  const waiting = booking.isWaiting
    ? (findOwn(days, booking, today) ?? findAny(days, booking, today))
    : undefined;
  return waiting ?? findOwn(days, booking, span) ?? findAny(days, booking, span);
}

function findOwn(days: BusinessDays, booking: ToMove, span: Span): FoundStart | undefined {
  const { resourceId, duration } = booking;
  if (resourceId === null) return undefined;
  return freeStarts(days, { resourceId, duration, ...span }).flatMap((free) => findBest(free, booking))[0];
}

function findAny(days: BusinessDays, booking: ToMove, span: Span): FoundStart | undefined {
  const { duration } = booking;
  const best = freeStarts(days, { duration, ...span }).flatMap((free) => findBest(free, booking));
  return chooseBest(firstOfAny(best, startsIn(days)), booking);
}

/** Returns the start of a resource that suits a booking best; none where nothing is free. */
function findBest({ resourceId, starts }: FreeStart, booking: ToMove): FoundStart[] {
  const best = chooseBest(
    starts.map((start) => ({ resourceId, start })),
    booking,
  );
  return best ? [best] : [];
}

function chooseBest(starts: readonly FoundStart[], booking: ToMove): FoundStart | undefined {
  let best: { readonly found: FoundStart; readonly rank: Rank } | undefined;
  for (const found of starts) {
    const rank = rankStart(found, booking);
    if (!best || isBefore(rank, best.rank)) best = { found, rank };
  }
  return best?.found;
}

/** How well a start suits a booking: less is better, by the first number that differs. */
type Rank = readonly [isOtherPrice: number, isEarlier: number, start: number];

/**
 * Ranks a start: first by the price that the booking has now; then by its time of day or later,
 * since people have planned for it; then by the first.
 */
function rankStart(found: FoundStart, { price, priceAt, start: planned }: ToMove): Rank {
  const isEarlier = found.start % dayMinutes < planned % dayMinutes;
  return [Number(priceAt(found) !== price), Number(isEarlier), found.start];
}

function isBefore(one: Rank, other: Rank): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}

function startOfDay(minute: number): number {
  return minute - (minute % dayMinutes);
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
