import { firstOfAny } from '@samay/contract/availability/any-free';
import type { Size } from '@samay/contract/availability/resources';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BusinessDays } from './business-days.ts';
import type { DaysRow } from './day-queries.ts';
import { freeStarts } from './free-starts.ts';
import { getDate, timeOf } from './local-minutes.ts';
import { dayMinutes } from './open-time.ts';
import { type Asked, makeBusinessDays } from './read-business-days.ts';
import type { Span } from './spans.ts';

/** Reads the days of a range, both included. */
export type ReadRange = (range: {
  readonly from: string;
  readonly to: string;
}) => Promise<readonly DaysRow[]>;

/** Days that are read at a time; the last number repeats. Most businesses have free time this week. */
const windowDays = [7, 31, 62];

/** The first free starts, with the days that were read first. */
export interface Found {
  readonly slots: readonly FoundStart[];
  /** The first end of a hold on the days that were read. */
  readonly holdEndsAt: number | null;
  readonly firstDays: BusinessDays;
}

export interface FoundStart {
  readonly resourceId: string;
  readonly start: number;
}

/**
 * Finds the first free starts of a span, each once: of the first free resource, of a part only if
 * no whole is free. Reads no more days than needed.
 */
export async function nextFree(
  read: ReadRange,
  asked: Asked,
  { from, to, limit }: Span & { readonly limit: number },
): Promise<Found> {
  let firstDays: BusinessDays | undefined;
  let holdEndsAt: number | null = null;
  const slots: FoundStart[] = [];
  let begin = from;
  for (let index = 0; firstDays === undefined || (begin < to && slots.length < limit); index += 1) {
    const window = windowDays[Math.min(index, windowDays.length - 1)] ?? 1;
    const end = Math.max(begin + 1, Math.min(begin - (begin % dayMinutes) + window * dayMinutes, to));
    const days = makeBusinessDays(await read({ from: getDate(begin), to: getDate(end - 1) }), asked);
    firstDays ??= days;
    if (days.holdEndsAt !== null) holdEndsAt = Math.min(holdEndsAt ?? Infinity, days.holdEndsAt);
    const span = { from: begin, to: Math.min(end, to) };
    const found = freeStarts(days, { resourceId: asked.resource, duration: asked.duration, ...span });
    if (found.length === 0) break;
    slots.push(...takeFirst(days, found, asked, limit - slots.length));
    begin = end;
  }
  return { slots, holdEndsAt, firstDays };
}

function takeFirst(
  days: BusinessDays,
  found: ReturnType<typeof freeStarts>,
  { resource, size }: Asked,
  limit: number,
): FoundStart[] {
  const earliest = found.flatMap(({ resourceId, starts }) =>
    starts.slice(0, limit).map((start) => ({ resourceId, start })),
  );
  return firstOfAny(earliest, startsIn(days, resource === undefined ? size : undefined))
    .toSorted((one, other) => one.start - other.start)
    .slice(0, limit);
}

/** Presents the starts of some days, with any suitable resource, or any of a size. */
export function startsIn(days: BusinessDays, size?: Size): Parameters<typeof firstOfAny<FoundStart>>[1] {
  const wholes = new Map(days.resources.map(({ id, wholeId }) => [id, wholeId]));
  return {
    getStart: ({ start }) => start,
    getWhole: ({ resourceId }) => wholes.get(resourceId) ?? null,
    size,
  };
}

export function getSlot({ resourceId, start }: FoundStart): Slot {
  return { resourceId, date: getDate(start), time: timeOf(start) };
}
