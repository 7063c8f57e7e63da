import type { Claimed, Schedule, ScheduledBooking } from '@samay/contract/desk/schedule';
import { daysBetween, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { type Column, isIn, isWalkIn, findUnits } from './columns.ts';
import type { Place } from './places.ts';

/** Minutes from the midnight at which a column's day begins; the end is excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A booking or claim that occupies a column for a while, and its place next to those that overlap
 * it.
 */
export interface Block extends Span {
  readonly key: string;
  /**
   * The booking; null for a block without details: beyond the plan, or of a booking listed on
   * another day.
   */
  readonly booking: ScheduledBooking | null;
  readonly bookingId: string | null;
  readonly lane: number;
  readonly lanes: number;
  /** The number of columns that it covers: a whole court's booking covers all its parts. */
  readonly columns: number;
}

export const dayMinutes = 1440;

/**
 * Returns the blocks of each column, by start. A whole court's booking is one block over its parts,
 * unless another block is next to it.
 */
export function layOutBlocks(
  columns: readonly Column[],
  schedule: Schedule,
  places: readonly Place[],
): Block[][] {
  const laid = columns.map((column) =>
    inLanes([...booked(column, schedule, places), ...onlyClaimed(column, schedule.claims, schedule)]),
  );
  return laid.map((blocks, index) =>
    blocks.flatMap((block) => {
      if (!block.booking || findUnits(block.booking, places).length < 2) return [block];
      const covered = coveredBy(block.key, laid);
      if (covered.length < 2) return [block];
      return covered[0] === index ? [{ ...block, columns: covered.length }] : [];
    }),
  );
}

/** Returns the buffers before and after the bookings of a column. */
export function findBuffers(column: Column, { claims, bookings }: Schedule): Span[] {
  const buffers = claims.flatMap((claim) => {
    const booking = bookings.find(({ id }) => id === claim.bookingId);
    if (!booking || !isIn(column, [claim.resourceId])) return [];
    const claimed = spanOfClaim(column.date, claim);
    const { from, to } = spanIn(column.date, booking);
    return [
      { from: claimed.from, to: Math.min(from, claimed.to) },
      { from: Math.max(to, claimed.from), to: claimed.to },
    ];
  });
  return distinct(withinDay(buffers));
}

/** Returns a booking's span in a day; below 0 or above 1440 if it passes midnight. */
export function spanIn(
  day: LocalDate,
  { date, time, duration }: Pick<ScheduledBooking, 'date' | 'time' | 'duration'>,
): Span {
  const from = daysBetween(day, date) * dayMinutes + minutesOfDay(time);
  return { from, to: from + duration };
}

export function minutesOfDay(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Clips spans to the day and drops empty ones. */
export function withinDay<Kind extends Span>(spans: readonly Kind[]): Kind[] {
  return spans
    .map((span) => ({ ...span, from: Math.max(0, span.from), to: Math.min(dayMinutes, span.to) }))
    .filter(({ from, to }) => to > from);
}

type Unlaid = Omit<Block, 'lane' | 'lanes' | 'columns'>;

function booked(column: Column, { bookings }: Schedule, places: readonly Place[]): Unlaid[] {
  const shown = bookings.filter((booking) => !isWalkIn(booking) && isIn(column, findUnits(booking, places)));
  return withinDay(
    shown.map((booking) => ({
      key: booking.id,
      booking,
      bookingId: booking.id,
      ...spanIn(column.date, booking),
    })),
  );
}

/** Returns the claims without a listed booking: beyond the plan, or begun the evening before. */
function onlyClaimed(column: Column, claims: readonly Claimed[], { bookings }: Schedule): Unlaid[] {
  const listed = new Set(bookings.map(({ id }) => id));
  const others = claims.filter(
    ({ bookingId, resourceId }) =>
      !(bookingId !== null && listed.has(bookingId)) && isIn(column, [resourceId]),
  );
  return distinct(
    withinDay(
      others.map((claim) => {
        const { bookingId, from } = claim;
        return {
          key: bookingId ?? `${from.date} ${from.time}`,
          booking: null,
          bookingId,
          ...spanOfClaim(column.date, claim),
        };
      }),
    ),
  );
}

function spanOfClaim(day: LocalDate, { from, to }: Claimed): Span {
  const at = (moment: Claimed['from']) =>
    daysBetween(day, moment.date) * dayMinutes + minutesOfDay(moment.time);
  return { from: at(from), to: at(to) };
}

/** Puts blocks that overlap side by side. */
function inLanes(blocks: readonly Unlaid[]): Block[] {
  const laid: Block[] = [];
  let group: (Unlaid & { lane: number })[] = [];
  let end = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    laid.push(...group.map((block) => ({ ...block, lanes, columns: 1 })));
    group = [];
  };
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (block.from >= end) close();
    const isTaken = (lane: number) => group.some((other) => other.lane === lane && other.to > block.from);
    let lane = 0;
    while (isTaken(lane)) lane += 1;
    end = Math.max(block.to, group.length > 0 ? end : 0);
    group.push({ ...block, lane });
  }
  close();
  return laid;
}

/**
 * Returns the neighbouring columns in which a block is alone; none if it shares its time in one of
 * them.
 */
function coveredBy(key: string, laid: readonly (readonly Block[])[]): number[] {
  const at = laid.flatMap((blocks, index) => (blocks.some((block) => block.key === key) ? [index] : []));
  const isAlone = at.every((index) => laid[index]?.find((block) => block.key === key)?.lanes === 1);
  const isTogether = at.every((index, place) => index === (at[0] ?? 0) + place);
  return isAlone && isTogether ? at : [];
}

function distinct<Kind extends Span>(spans: readonly Kind[]): Kind[] {
  return [...new Map(spans.map((span) => [`${span.from} ${span.to}`, span])).values()];
}
