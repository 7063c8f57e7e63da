/** The properties of a free start of any type. */
interface OfStart<Start> {
  /** Returns its time, equal for the same start of several resources. */
  readonly startOf: (start: Start) => string | number;
  /** Returns whether it belongs to a part of a court. */
  readonly isPart: (start: Start) => boolean;
}

/**
 * Returns the free starts that are offered if any doctor or court will do, in their order. A part's
 * start is offered only if no whole court is free at it: nobody gets half a ground next to a free
 * one (decision 0048).
 */
export function startsOfAny<Start>(starts: readonly Start[], { startOf, isPart }: OfStart<Start>): Start[] {
  const ofWholes = new Set(starts.filter((start) => !isPart(start)).map(startOf));
  return starts.filter((start) => !isPart(start) || !ofWholes.has(startOf(start)));
}

/** Returns each offered start once, with the first doctor or court that is free at it. */
export function firstOfAny<Start>(starts: readonly Start[], of: OfStart<Start>): Start[] {
  const first = new Map<string | number, Start>();
  for (const start of startsOfAny(starts, of))
    if (!first.has(of.startOf(start))) first.set(of.startOf(start), start);
  return [...first.values()];
}
