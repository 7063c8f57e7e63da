import type { Size } from './resources.ts';

/** A free start of a doctor, a court or a part. */
interface FreeStart {
  readonly resourceId: string;
}

/** The properties of a free start of any type. */
interface OfStart<Start> {
  /** Returns its time, equal for the same start of several resources. */
  readonly getStart: (start: Start) => string | number;
  /** Returns the court of which its resource is a part; null for a doctor and a whole court. */
  readonly getWhole: (start: Start) => string | null;
  /** The size of court that is meant. */
  readonly size?: Size | undefined;
}

/**
 * Returns the free starts that are offered if any doctor or court will do, in their order. If whole
 * courts or parts are meant, only these are offered, and first the parts of a court that is not
 * free as a whole. Otherwise a part's start is offered only if no whole court is free at it: nobody
 * gets half a ground next to a free one (decision 0048).
 */
export function startsOfAny<Start extends FreeStart>(
  starts: readonly Start[],
  { getStart, getWhole, size }: OfStart<Start>,
): Start[] {
  const wholes = starts.filter((start) => getWhole(start) === null);
  if (size === 'whole') return wholes;
  if (size === 'part') {
    const free = new Set(wholes.map((start) => `${start.resourceId} ${getStart(start)}`));
    const isOfFree = (start: Start) => free.has(`${getWhole(start)} ${getStart(start)}`);
    const parts = starts.filter((start) => getWhole(start) !== null);
    return [...parts.filter((start) => !isOfFree(start)), ...parts.filter(isOfFree)];
  }
  const ofWholes = new Set(wholes.map(getStart));
  return starts.filter((start) => getWhole(start) === null || !ofWholes.has(getStart(start)));
}

/** Returns each offered start once, with the first doctor or court that is free at it. */
export function firstOfAny<Start extends FreeStart>(starts: readonly Start[], of: OfStart<Start>): Start[] {
  const first = new Map<string | number, Start>();
  for (const start of startsOfAny(starts, of))
    if (!first.has(of.getStart(start))) first.set(of.getStart(start), start);
  return [...first.values()];
}
