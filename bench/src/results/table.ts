import type { CitusCompared, CitusOperation } from '../citus/compare-citus.ts';
import type { Facts } from './machine.ts';
import type { CpuComparisons } from '../load/compare-cpu.ts';
import type { Plans } from '../database/explain-plans.ts';
import type { PageWeight } from '../weight/page-weight.ts';
import type { StartCost } from '../start/start-cost.ts';
import type { ExportCompared } from '../export/compare-export.ts';
import type { ImportMeasured } from '../import/measure-import.ts';
import { exportTable } from './export-table.ts';
import { importTable } from './import-table.ts';
import { startTable } from './start-table.ts';
import { citusTable } from './citus-table.ts';
import { cpuTable } from './cpu-table.ts';
import { mark } from './cells.ts';

export interface Results {
  cpu: { facts: Facts; turns: number; before?: string; compared: CpuComparisons };
  plans: { facts: Facts; same: boolean; alone: Plans; beside: Plans };
  start: { facts: Facts; cost: StartCost };
  weight: { facts: Facts; pages: readonly PageWeight[] };
  export: {
    facts: Facts;
    turns: number;
    bookings: number;
    files: number;
    compared: ExportCompared;
  };
  import: { facts: Facts; rows: number; measured: ImportMeasured };
  citus: {
    facts: Facts;
    businesses: number;
    bookingsEach: number;
    distributeSeconds: number;
    compared: readonly CitusCompared[];
    multiShard: Readonly<Record<CitusOperation | 'jobs', readonly string[]>>;
  };
}

/** Renders the existing results as Markdown. */
export function tableOf({
  cpu,
  plans,
  start,
  weight,
  export: exported,
  import: imported,
  citus,
}: Partial<Results>): string {
  const parts = [
    '# Measurements',
    'Written by `npm run bench`; [docs/benchmarks.md](../../docs/benchmarks.md) says how to read it.',
    cpu && cpuPart(cpu),
    plans && planTable(plans),
    start && `## Start and memory\n\n${factLine(start.facts)}\n\n${startTable(start.cost)}`,
    weight && weightTable(weight),
    exported && exportPart(exported),
    imported && importPart(imported),
    citus && citusPart(citus),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function cpuPart({ facts, turns, before, compared: all }: Results['cpu']): string {
  const earlier = before === undefined ? '' : ` Before: commit ${before}.`;
  return `## Processor time of a request\n\n${factLine(facts)} ${turns} turns.${earlier}\n\n${cpuTable(all)}`;
}

function exportPart({ facts, turns, bookings, files, compared }: Results['export']): string {
  const size = `${bookings.toLocaleString('en')} bookings, ${files.toLocaleString('en')} prescriptions; ${turns} turns.`;
  return `## An export beside a working desk\n\n${factLine(facts)} ${size}\n\n${exportTable(compared)}`;
}

function importPart({ facts, rows, measured }: Results['import']): string {
  const size = `${rows.toLocaleString('en')} visits of a file.`;
  return `## An import beside a working desk\n\n${factLine(facts)} ${size}\n\n${importTable(measured)}`;
}

function citusPart({
  facts,
  businesses,
  bookingsEach,
  distributeSeconds,
  compared: all,
  multiShard,
}: Results['citus']): string {
  const rows = (businesses * bookingsEach).toLocaleString('en');
  const size = `${rows} bookings of ${businesses.toLocaleString('en')} businesses, distributed in ${distributeSeconds.toFixed(0)} s.`;
  return `## Three nodes of Citus beside one PostgreSQL\n\n${factLine(facts)} ${size}\n\n${citusTable(all, multiShard)}`;
}

function factLine({ at, processor, cores, memoryGb, node, postgres, loadBefore }: Facts): string {
  const database = postgres ? `, PostgreSQL ${postgres}` : '';
  return `${at.slice(0, 10)}, ${processor}, ${cores} cores, ${memoryGb} GB, Node ${node}${database}; load before: ${loadBefore.toFixed(1)}.`;
}

function planTable({ same, beside }: Results['plans']): string {
  const statements = [...beside.list, ...beside.search, ...beside.revenue];
  const unique = [...new Map(statements.map((one) => [`${one.statement}${one.plan.join()}`, one])).values()];
  const verdict = same
    ? '✓ The plans are the same alone and beside the others.'
    : '✗ The plans differ; plans.json holds both.';
  const shown = unique.map(
    ({ statement, plan }) => `${statement}\n${plan.map((line) => `    ${line}`).join('\n')}`,
  );
  return `## Plans\n\n${verdict} Beside them:\n\n\`\`\`\n${shown.join('\n\n')}\n\`\`\``;
}

function weightTable({ facts, pages }: Results['weight']): string {
  const rows = pages.map(({ page, javascript, css, requests, limit, lighthouse }) => {
    const within = mark(javascript <= limit * 1000);
    return `| ${page} | ${kb(javascript)} ${within} ≤ ${limit} kB | ${kb(css)} | ${requests} | ${Object.values(lighthouse).join(' / ')} |`;
  });
  return `## Page weight\n\n${factLine(facts)} Brotli bytes until the page is usable.\n\n| page | JavaScript | CSS | files | Lighthouse: performance / accessibility / best practices / SEO / layout shift / largest paint in ms |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
