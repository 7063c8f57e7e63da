import type { ImportMeasured } from '../import/measure-import.ts';
import { mostOfImport } from '../load/targets.ts';
import { mark, ms } from './cells.ts';

/** Renders how long an import takes and how much memory, and what a desk notices of it. */
export function importTable(measured: ImportMeasured): string {
  const { reading, checking, running, serverMb, readerMb, alone, beside, refused } = measured;
  const { seconds: mostSeconds, memoryMb, ratio } = mostOfImport;
  const stages = [
    ['reading and storing', reading] as const,
    ['checking', checking] as const,
    ['bringing in, beside a desk', running] as const,
  ].map(
    ([name, { seconds, processorSeconds }]) =>
      `| ${name} | ${seconds.toFixed(0)} s | ${processorSeconds.toFixed(0)} s |`,
  );
  const all = reading.seconds + checking.seconds + running.seconds;
  const p95 = beside.p95 / alone.p95;
  const verdicts = [
    `- From the upload to the last row: **${all.toFixed(0)} s**, ${mark(all <= mostSeconds)} ≤ ${mostSeconds} s; ${refused} rows refused.`,
    `- Highest memory: server ${serverMb.toFixed(0)} MB, reader ${readerMb.toFixed(0)} MB, ${mark(Math.max(serverMb, readerMb) <= memoryMb)} ≤ ${memoryMb} MB each.`,
    `- A desk's create beside it: median ${ms(beside.median)} (alone ${ms(alone.median)}), 95th percentile ${ms(beside.p95)} (alone ${ms(alone.p95)}): **${p95.toFixed(2)}** times, ${mark(p95 <= ratio)} ≤ ${ratio}.`,
  ];
  return `| stage | time | processor |\n|---|---|---|\n${stages.join('\n')}\n\n${verdicts.join('\n')}`;
}
