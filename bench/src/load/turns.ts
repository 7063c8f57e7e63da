import { type Load, type LoadRequest, measure, type Measured } from './load.ts';

export interface Side {
  readonly address: string;
  readonly requests: readonly LoadRequest[];
  /** The status that each response must have; any of 200 to 299 when omitted. */
  readonly status?: number;
}

/** The product beside the lean server (one statement a request) and the bare one (a statement a step). */
export type Sides = Readonly<Record<'api' | 'lean' | 'bare', Side>>;

/** One turn of all three servers. */
export type Turn = Readonly<Record<keyof Sides, Measured>>;

/** A number of the product divided by the same of another server: the median over the turns, because all sides of a turn had the same conditions. */
export interface Ratio {
  readonly median: number;
  readonly turns: readonly number[];
}

export interface Compared extends Turn {
  readonly connections: number;
  /** The product's throughput divided by the lean and by the bare server's. */
  readonly toLean: Ratio;
  readonly toBare: Ratio;
  /** The product's 99th percentile divided by the lean server's. */
  readonly p99ToLean: Ratio;
}

/** Measures the three servers in alternating turns, A B C A B C …, and takes medians over the turns. */
export async function inTurns(
  sides: Sides,
  { connections, turns, seconds, warmUpSeconds }: { connections: number; turns: number; seconds: number; warmUpSeconds: number },
): Promise<Compared> {
  const load = (side: Side, forSeconds: number): Load => ({ ...side, connections, seconds: forSeconds });
  for (const side of [sides.api, sides.lean, sides.bare]) await measure(load(side, warmUpSeconds));
  const measured: Turn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    measured.push({
      api: await measure(load(sides.api, seconds)),
      lean: await measure(load(sides.lean, seconds)),
      bare: await measure(load(sides.bare, seconds)),
    });
  }
  return compared(connections, measured);
}

/** The medians of the turns, and the ratios of each turn. */
export function compared(connections: number, turns: readonly Turn[]): Compared {
  const ratio = (of: (turn: Turn) => number): Ratio => ({ median: median(turns.map(of)), turns: turns.map(of) });
  return {
    connections,
    api: medians(turns.map(({ api }) => api)),
    lean: medians(turns.map(({ lean }) => lean)),
    bare: medians(turns.map(({ bare }) => bare)),
    toLean: ratio(({ api, lean }) => api.perSecond / lean.perSecond),
    toBare: ratio(({ api, bare }) => api.perSecond / bare.perSecond),
    p99ToLean: ratio(({ api, lean }) => api.p99 / lean.p99),
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
  return { perSecond: of('perSecond'), median: of('median'), p95: of('p95'), p99: of('p99'), failed: of('failed'), bytes: of('bytes') };
}
