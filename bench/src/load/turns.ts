import { type Load, type LoadRequest, measure, type Measured } from './load.ts';
import { median, type Ratio, ratioOf } from './median.ts';

interface Side {
  readonly address: string;
  readonly requests: readonly LoadRequest[];
  /** The status that each response must have; any of 200 to 299 when omitted. */
  readonly status?: number;
}

/**
 * The product beside the lean server (one statement a request) and the bare one (a statement a
 * step).
 */
export type Sides = Readonly<Record<'api' | 'lean' | 'bare', Side>>;

/** One turn of all three servers. */
export type Turn = Readonly<Record<keyof Sides, Measured>>;

export interface Compared extends Turn {
  readonly connections: number;
  /** The product's throughput divided by the lean and by the bare server's. */
  readonly toLean: Ratio;
  readonly toBare: Ratio;
  /** The product's 99th percentile divided by the lean server's. */
  readonly p99ToLean: Ratio;
}

/**
 * Measures the three servers in alternating turns, A B C A B C …, and takes medians over the turns.
 */
export async function inTurns(
  sides: Sides,
  {
    connections,
    turns,
    seconds,
    warmUpSeconds,
  }: { connections: number; turns: number; seconds: number; warmUpSeconds: number },
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
  const [api, lean, bare] = [
    turns.map((turn) => turn.api),
    turns.map((turn) => turn.lean),
    turns.map((turn) => turn.bare),
  ];
  const speeds = (side: readonly Measured[]) => side.map(({ perSecond }) => perSecond);
  const tails = (side: readonly Measured[]) => side.map(({ p99 }) => p99);
  return {
    connections,
    api: medians(api),
    lean: medians(lean),
    bare: medians(bare),
    toLean: ratioOf(speeds(api), speeds(lean)),
    toBare: ratioOf(speeds(api), speeds(bare)),
    p99ToLean: ratioOf(tails(api), tails(lean)),
  };
}

/** The median of each number separately. */
function medians(turns: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(turns.map((turn) => turn[key]));
  return {
    perSecond: of('perSecond'),
    median: of('median'),
    p95: of('p95'),
    p99: of('p99'),
    failed: of('failed'),
    bytes: of('bytes'),
  };
}
