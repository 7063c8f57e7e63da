import type { ExportCompared } from '../export/compare-export.ts';
import { mostBesideExport } from '../load/targets.ts';
import { mark, ms, range } from './cells.ts';

/** Renders the latencies of a desk and the server's memory, without an export and during one. */
export function exportTable({
  idleMb,
  workingMb,
  alone,
  beside,
  p95ToAlone,
  exportSeconds,
  exportMb,
}: ExportCompared): string {
  const { ratio, memoryMb } = mostBesideExport;
  const rows = [['alone', alone] as const, ['during an export', beside] as const].map(
    ([name, { median, p95, p99 }]) => `| ${name} | ${ms(median)} | ${ms(p95)} | ${ms(p99)} |`,
  );
  const above = beside.memoryMb - idleMb;
  const verdicts = [
    `- 95th percentile: **${p95ToAlone.median.toFixed(2)}** times the one without (${range(p95ToAlone)} of the turns), ${mark(p95ToAlone.median <= ratio)} ≤ ${ratio}.`,
    `- Highest memory: ${beside.memoryMb.toFixed(0)} MB, **${above.toFixed(0)} MB** above idle (${idleMb.toFixed(0)} MB), ${mark(above <= memoryMb)} ≤ ${memoryMb}; of the desk before any export ${workingMb.toFixed(0)} MB.`,
    `- An export takes ${exportSeconds.toFixed(0)} s and has ${exportMb.toFixed(0)} MB.`,
  ];
  return `| desk | median | 95th percentile | 99th |\n|---|---|---|---|\n${rows.join('\n')}\n\n${verdicts.join('\n')}`;
}
