/** What is asked about each of several free starts. */
interface OfStart<Start> {
  /** When it is: equal for the same start of several resources. */
  readonly startOf: (start: Start) => string | number;
  /** Whether it is of a part of a court. */
  readonly isPart: (start: Start) => boolean;
}

/**
 * The free starts that are offered where any doctor or court will do, in their order. A part's
 * start is offered only where no whole court is free at it: nobody is given half a ground beside a
 * free one (decision 0048).
 */
export function startsOfAny<Start>(starts: readonly Start[], { startOf, isPart }: OfStart<Start>): Start[] {
  const ofWholes = new Set(starts.filter((start) => !isPart(start)).map(startOf));
  return starts.filter((start) => !isPart(start) || !ofWholes.has(startOf(start)));
}

/** The same with each start once: that of the first doctor or court which has it free. */
export function firstOfAny<Start>(starts: readonly Start[], of: OfStart<Start>): Start[] {
  const first = new Map<string | number, Start>();
  for (const start of startsOfAny(starts, of))
    if (!first.has(of.startOf(start))) first.set(of.startOf(start), start);
  return [...first.values()];
}
