import type { Measured } from './load.ts';
import { medians, type Ratio, medianRatio } from './median.ts';

export interface Compared {
  readonly connections: number;
  readonly api: Measured;
  readonly lean: Measured;
  /** The product's throughput divided by the lean server's. */
  readonly toLean: Ratio;
  /** The product's 99th percentile divided by the lean server's. */
  readonly p99ToLean: Ratio;
}

/**
 * Measures the sides in alternating turns, A B C A B C …. Turn 0 warms up and is not counted. A
 * side that is undefined has no turns.
 */
export async function inTurns<Name extends string, Result>(
  sides: Readonly<Record<Name, ((turn: number) => Promise<Result>) | undefined>>,
  turns: number,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(sides) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const result = await sides[name]?.(turn);
      if (turn > 0 && result) measured[name].push(result);
    }
  }
  return measured;
}

/** Takes the medians of the turns, and the ratios of each turn. */
export function compared(
  connections: number,
  { api, lean }: Readonly<Record<'api' | 'lean', readonly Measured[]>>,
): Compared {
  const ratio = (key: 'perSecond' | 'p99') =>
    medianRatio(
      api.map((turn) => turn[key]),
      lean.map((turn) => turn[key]),
    );
  return {
    connections,
    api: medians(api),
    lean: medians(lean),
    toLean: ratio('perSecond'),
    p99ToLean: ratio('p99'),
  };
}
