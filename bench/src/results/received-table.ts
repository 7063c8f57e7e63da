import { largestGrowth } from '../load/targets.ts';
import { isByIndex, type ReceivedCompared } from '../received/compare-received.ts';
import type { Explained } from '../database/explain.ts';
import { mark, ms, range } from './comparison-tables.ts';

/** Renders the times of both answers, and the plans of their statements. */
export function receivedTable(compared: readonly ReceivedCompared[], plans: readonly Explained[]): string {
  const rows = compared.map(({ connections, alone, beside, p50, p99 }) => {
    const verdict = `${mark(p50.median <= largestGrowth)} ≤ ${largestGrowth}`;
    return `| ${connections} | ${ms(alone.median)} | ${ms(beside.median)} | **${p50.median.toFixed(2)}** | ${range(p50)} | ${verdict} | ${ms(alone.p99)} | ${ms(beside.p99)} | ${p99.median.toFixed(2)} |`;
  });
  const verdict = isByIndex(plans)
    ? '✓ The index `payments_taken` alone answers its statements beside the others:'
    : '✗ Its statements read more than the index `payments_taken`:';
  const shown = plans.map(
    ({ statement, plan }) => `${statement}\n${plan.map((line) => `    ${line}`).join('\n')}`,
  );
  return `${heads}\n|${'---|'.repeat(heads.split('|').length - 2)}\n${rows.join('\n')}\n\n${verdict}\n\n\`\`\`\n${shown.join('\n\n')}\n\`\`\``;
}

const heads =
  '| connections | median, alone | beside | ratio | of the turns | wanted | 99th percentile, alone | beside | ratio |';
