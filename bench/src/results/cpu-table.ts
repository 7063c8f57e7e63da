import type { Cost, CpuCompared } from '../load/compare-cpu.ts';
import type { Ratio } from '../load/median.ts';
import { type Operation, operationNames, titles } from '../load/operations.ts';
import { targetsToBefore } from '../load/targets.ts';
import { mark, ms, range } from './cells.ts';

const heads = [
  '',
  'Samay',
  'before',
  'to before',
  'of the turns',
  'wanted',
  'Samay /s',
  'before /s',
  'to before',
  'of the turns',
  'wanted',
];

/** Renders the processor time of a request, and the throughput, of each measured operation. */
export function cpuTable(all: Partial<Record<Operation, CpuCompared>>): string {
  const rows = operationNames.flatMap((operation) => {
    const compared = all[operation];
    return compared ? [makeRow(operation, compared)] : [];
  });
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function makeRow(operation: Operation, { api, before, cpuToBefore, speedToBefore }: CpuCompared): string[] {
  const { cpu, speed } = targetsToBefore[operation] ?? {};
  const sides = [api, before];
  const each = (shown: (cost: Cost) => string) => sides.map((cost) => (cost ? shown(cost) : ''));
  return [
    titles[operation],
    ...each(({ cpuMs }) => ms(cpuMs)),
    ...ratioCells(cpuToBefore, cpu, (ratio, most) => `${mark(ratio <= most)} ≤ ${most}`),
    ...each(({ perSecond }) => perSecond.toFixed(0)),
    ...ratioCells(speedToBefore, speed, (ratio, least) => `${mark(ratio >= least)} ≥ ${least}`),
  ];
}

function ratioCells(
  ratio: Ratio | undefined,
  wanted: number | undefined,
  verdict: (ratio: number, wanted: number) => string,
): string[] {
  if (!ratio) return ['', '', ''];
  const judged = wanted === undefined ? '' : verdict(ratio.median, wanted);
  return [`**${ratio.median.toFixed(2)}**`, range(ratio), judged];
}
