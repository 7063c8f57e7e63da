/**
 * A number of the product divided by that of another server: the median over the turns, because all
 * sides of a turn had the same conditions.
 */
export interface Ratio {
  readonly median: number;
  readonly turns: readonly number[];
}

/** Returns the ratios of each turn, and their median. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length !== theirs.length) throw new RangeError('each turn has two sides');
  const turns = ours.map((our, turn) => our / (theirs[turn] ?? Number.NaN));
  return { median: median(turns), turns };
}

/** Takes the median of each number separately. */
export function medians<T extends Readonly<Record<keyof T, number>>>(turns: readonly T[]): T {
  const names = Object.keys(turns[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn[name]))])) as T;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new RangeError('there is no median of nothing');
  return (low + high) / 2;
}
