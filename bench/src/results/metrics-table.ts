import { leastWhileCounting } from '../load/targets.ts';
import type { MetricsCost } from '../metrics/metrics-cost.ts';
import { mark, ms, range } from './comparison-tables.ts';

/** Renders the list with and without metrics, at each number of connections. */
export function metricsTable(costs: readonly MetricsCost[]): string {
  const rows = costs.map(({ connections, counting, plain, ratio, processorRatio }) => {
    const verdict = `${mark(ratio.median >= leastWhileCounting)} ≥ ${leastWhileCounting}`;
    const speeds = `${counting.perSecond.toFixed(0)} | ${plain.perSecond.toFixed(0)}`;
    const times = `${ms(counting.processor)} | ${ms(plain.processor)} | **${processorRatio.median.toFixed(2)}** | ${range(processorRatio)}`;
    return `| ${connections} | ${speeds} | **${ratio.median.toFixed(2)}** | ${range(ratio)} | ${verdict} | ${ms(counting.p99)} | ${ms(plain.p99)} | ${times} |`;
  });
  return `${heads}\n|${'---|'.repeat(heads.split('|').length - 2)}\n${rows.join('\n')}`;
}

const heads =
  '| connections | lists /s, counting | without | ratio | of the turns | wanted | 99th percentile, counting | without | processor time of a list, counting | without | ratio | of the turns |';
