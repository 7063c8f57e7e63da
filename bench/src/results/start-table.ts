import { largestStart } from '../load/targets.ts';
import type { Program, StartCost } from '../start/start-cost.ts';
import { mark } from './cells.ts';

const titles: Record<Program, string> = {
  postgres: 'on PostgreSQL, production',
  embedded: 'the embedded demo',
};

/** Renders start to first answer, and idle memory, of each program. */
export function startTable({ milliseconds, memory }: StartCost): string {
  const rows = (['postgres', 'embedded'] as const).map((name) => {
    const { median, turns } = milliseconds[name];
    const { milliseconds: most, memoryMb } = largestStart[name];
    const range = `${Math.min(...turns).toFixed(0)}–${Math.max(...turns).toFixed(0)}`;
    const settled = `${memory[name].toFixed(0)} MB ${mark(memory[name] <= memoryMb)} ≤ ${memoryMb}`;
    return `| ${titles[name]} | ${median.toFixed(0)} ms | ${range} | ${mark(median <= most)} ≤ ${most} ms | ${settled} |`;
  });
  return `| | start to first answer | of the turns | wanted | memory, idle |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}
