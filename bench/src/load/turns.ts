import { type Load, type LoadRequest, measure, type Measured } from './load.ts';

export interface Side {
  readonly address: string;
  readonly requests: readonly LoadRequest[];
}

export interface Compared {
  readonly connections: number;
  readonly api: Measured;
  readonly bare: Measured;
  /** The product's throughput over the bare server's: the median of the turns' ratios, since both of a turn met the same weather. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** The two servers in turns, A B A B …, each turn's pair next to each other in time; the middle turn is what counts. */
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
    api: middle(pairs.map(({ api }) => api)),
    bare: middle(pairs.map(({ bare }) => bare)),
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

/** The median of each number by itself. */
function middle(turns: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(turns.map((turn) => turn[key]));
  return { perSecond: of('perSecond'), median: of('median'), p95: of('p95'), failed: of('failed'), bytes: of('bytes') };
}
