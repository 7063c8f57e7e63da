import { type Load, type LoadRequest, measure, type Measured } from './load.ts';

export interface Side {
  readonly address: string;
  readonly requests: readonly LoadRequest[];
}

export interface Compared {
  readonly connections: number;
  readonly api: Measured;
  readonly bare: Measured;
  /** The product's throughput divided by the bare server's: the median over the turns, because both sides of a turn had the same conditions. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** Measures the two servers in alternating turns, A B A B …, and takes medians over the turns. */
export async function inTurns(
  sides: { api: Side; bare: Side },
  { connections, turns, seconds, warmUpSeconds }: { connections: number; turns: number; seconds: number; warmUpSeconds: number },
): Promise<Compared> {
  const load = (side: Side, forSeconds: number): Load => ({ ...side, connections, seconds: forSeconds });
  for (const side of [sides.api, sides.bare]) await measure(load(side, warmUpSeconds));
  const pairs: { api: Measured; bare: Measured }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    pairs.push({ api: await measure(load(sides.api, seconds)), bare: await measure(load(sides.bare, seconds)) });
  }
  const ratios = pairs.map(({ api, bare }) => api.perSecond / bare.perSecond);
  return {
    connections,
    api: medians(pairs.map(({ api }) => api)),
    bare: medians(pairs.map(({ bare }) => bare)),
    ratio: median(ratios),
    ratios,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('there is no median of nothing');
  return (low + high) / 2;
}

/** The median of each number separately. */
function medians(turns: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(turns.map((turn) => turn[key]));
  return { perSecond: of('perSecond'), median: of('median'), p95: of('p95'), failed: of('failed'), bytes: of('bytes') };
}
