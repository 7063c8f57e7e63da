/** A range of local minutes, counted from 1970-01-01 00:00 of India's wall clock, without its end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Merges spans: sorted, without overlaps or touching ends. */
export function union(spans: readonly Span[]): Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of inOrder(spans)) {
    if (from >= to) continue;
    const last = joined.at(-1);
    if (!last || last.to < from) joined.push({ from, to });
    else if (last.to < to) last.to = to;
  }
  return joined;
}

/** Cuts others out of spans; both are results of `union`. */
export function without(spans: readonly Span[], cuts: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    while (at < cuts.length && cuts[at]!.to <= from) at += 1;
    let rest = from;
    for (let next = at; next < cuts.length && cuts[next]!.from < to; next += 1) {
      const cut = cuts[next]!;
      if (rest < cut.from) left.push({ from: rest, to: cut.from });
      rest = cut.to;
    }
    if (rest < to) left.push({ from: rest, to });
  }
  return left;
}

/** Returns the index of the first span in order that ends after a minute. */
export function firstEndingAfter(spans: readonly Span[], minute: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.to > minute) high = middle;
    else low = middle + 1;
  }
  return low;
}

function inOrder(spans: readonly Span[]): readonly Span[] {
  const isInOrder = spans.every(({ from }, index) => index === 0 || spans[index - 1]!.from <= from);
  return isInOrder ? spans : spans.toSorted((one, other) => one.from - other.from);
}
