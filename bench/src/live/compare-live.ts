import { median } from '../load/median.ts';
import { type LiveLoad, type LiveMeasured, measureLive } from './screens.ts';

export interface LiveCompared {
  readonly screens: number;
  readonly spread: string;
  readonly api: LiveMeasured;
  readonly bare: LiveMeasured;
  /** The product's 99th percentile divided by the bare server's: the median over the turns. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/**
 * Measures the two servers in alternating turns and takes medians over the turns; memory and
 * opening are taken from the first turn.
 */
export async function compareLive(
  sides: { readonly api: () => Promise<LiveLoad>; readonly bare: () => Promise<LiveLoad> },
  turns: number,
): Promise<Omit<LiveCompared, 'screens' | 'spread'>> {
  const pairs: { api: LiveMeasured; bare: LiveMeasured }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    pairs.push({ api: await measureLive(await sides.api()), bare: await measureLive(await sides.bare()) });
  }
  const ratios = pairs.map(({ api, bare }) => api.p99 / bare.p99);
  return {
    api: medians(pairs.map(({ api }) => api)),
    bare: medians(pairs.map(({ bare }) => bare)),
    ratio: median(ratios),
    ratios,
  };
}

function medians(turns: readonly LiveMeasured[]): LiveMeasured {
  const [first] = turns;
  if (!first) throw new RangeError('no turn was measured');
  const of = (key: 'median' | 'p99' | 'last') => median(turns.map((turn) => turn[key]));
  return { ...first, median: of('median'), p99: of('p99'), last: of('last') };
}
