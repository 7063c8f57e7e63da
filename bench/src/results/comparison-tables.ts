import type { Comparisons } from '../load/comparisons.ts';
import { type Operation, operationNames, titles } from '../load/operations.ts';
import { largestGrowth, type Target } from '../load/targets.ts';
import type { Ratio } from '../load/median.ts';
import type { Compared } from '../load/turns.ts';

/** The number of connections of the targets. */
const targeted = 16;

/** Renders a table of comparisons, with the verdicts at 16 connections. */
export function comparisonTable(
  title: string,
  all: Comparisons,
  targets: Partial<Record<Operation, Target>>,
): string {
  const rows = operationNames.flatMap((operation) => {
    const compared = all[operation];
    if (!compared) return [];
    if (compared.length === 0)
      return [`| ${titles[operation]} |  | the server sent no ETag |${' |'.repeat(9)}`];
    return compared.map((one) => comparisonRow(titles[operation], one, targets[operation]));
  });
  const head =
    '| | connections | Samay /s | lean /s | to lean | of the turns | wanted | Samay median | lean median | Samay p99 | lean p99 | p99 to lean |';
  return `## ${title}\n\n${head}\n|${'---|'.repeat(12)}\n${rows.join('\n')}`;
}

function comparisonRow(
  title: string,
  { connections, api, lean, toLean, p99ToLean }: Compared,
  target: Target | undefined,
): string {
  const { ratio, p99: most } = (connections === targeted && target) || {};
  const wanted = ratio === undefined ? '' : `${mark(toLean.median >= ratio)} ≥ ${ratio}`;
  const p99 = most === undefined ? '' : ` ${mark(p99ToLean.median <= most)} ≤ ${most}`;
  const cells = [
    title,
    connections,
    ...[api, lean].map(({ perSecond }) => perSecond.toFixed(0)),
    `**${toLean.median.toFixed(toLean.median < 0.2 ? 3 : 2)}**`,
    range(toLean),
    wanted,
    ms(api.median),
    ms(lean.median),
    ms(api.p99),
    ms(lean.p99),
    `${p99ToLean.median.toFixed(1)}${p99}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * Renders the multiple of the median answer with other businesses in the database, for the product
 * and the lean server.
 */
export function growthTable(
  alone: Comparisons,
  beside: Comparisons,
  afterBurst: Comparisons,
): string | undefined {
  const rows = operationNames.flatMap((operation) => [
    ...grown(titles[operation], alone[operation], beside[operation]),
    ...(operation === 'search' ? grown('search after the burst', alone.search, afterBurst.search) : []),
  ]);
  const head = '| | connections | Samay alone | beside | growth | lean growth |';
  return rows.length > 0
    ? `## Growth of the median answer beside the others\n\n${head}\n|${'---|'.repeat(6)}\n${rows.join('\n')}`
    : undefined;
}

function grown(title: string, before: Compared[] = [], after: Compared[] = []): string[] {
  return before.flatMap((first) => {
    const second = after.find(({ connections }) => connections === first.connections);
    if (!second) return [];
    const [api, lean] = [second.api.median / first.api.median, second.lean.median / first.lean.median];
    const wanted = first.connections === targeted ? ` ${mark(api <= largestGrowth)} ≤ ${largestGrowth}` : '';
    return [
      `| ${title} | ${first.connections} | ${ms(first.api.median)} | ${ms(second.api.median)} | ×${api.toFixed(2)}${wanted} | ×${lean.toFixed(2)} |`,
    ];
  });
}

export function range({ turns }: Ratio): string {
  return `${Math.min(...turns).toFixed(2)}–${Math.max(...turns).toFixed(2)}`;
}

export function mark(isMet: boolean): string {
  return isMet ? '✓' : '✗';
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
