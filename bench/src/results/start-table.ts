import { largestStart } from '../load/targets.ts';
import type { Program, StartCost } from '../start/start-cost.ts';
import { mark } from './comparison-tables.ts';

const titles: Record<Program, string> = {
  postgres: 'on PostgreSQL, production',
  embedded: 'the embedded demo',
  bare: 'a bare program on the same directory',
};

/** Renders start to first answer, and idle memory, of each program. */
export function startTable({ milliseconds, embeddedToBare, memory }: StartCost): string {
  const verdicts: Record<Program, string> = {
    postgres: `${mark(milliseconds.postgres.median <= largestStart.postgresMs)} ≤ ${largestStart.postgresMs} ms`,
    embedded: `${mark(embeddedToBare.median <= largestStart.embeddedToBare)} ×${embeddedToBare.median.toFixed(2)} ≤ ${largestStart.embeddedToBare}`,
    bare: '',
  };
  const rows = (['postgres', 'embedded', 'bare'] as const).map((name) => {
    const { median, turns } = milliseconds[name];
    const range = `${Math.min(...turns).toFixed(0)}–${Math.max(...turns).toFixed(0)}`;
    const largest = name === 'bare' ? undefined : largestStart.memoryMb[name];
    const settled = `${memory[name].toFixed(0)} MB${largest === undefined ? '' : ` ${mark(memory[name] <= largest)} ≤ ${largest}`}`;
    return `| ${titles[name]} | ${median.toFixed(0)} ms | ${range} | ${verdicts[name]} | ${settled} |`;
  });
  return `| | start to first answer | of the turns | wanted | memory, idle |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}
