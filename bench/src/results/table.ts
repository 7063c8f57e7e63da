import type { CitusCompared, CitusOperation } from '../citus/compare-citus.ts';
import type { FaultsCost } from '../faults/faults-cost.ts';
import type { LiveCompared } from '../live/compare-live.ts';
import type { Facts } from './machine.ts';
import type { CpuComparisons } from '../load/compare-cpu.ts';
import type { Comparisons } from '../load/comparisons.ts';
import type { Options } from '../load/options.ts';
import { targets, targetsAfterBurst } from '../load/targets.ts';
import type { Plans } from '../database/explain-plans.ts';
import type { MetricsCost } from '../metrics/metrics-cost.ts';
import type { PageWeight } from '../weight/page-weight.ts';
import type { StartCost } from '../start/start-cost.ts';
import type { Explained } from '../database/explain.ts';
import type { ReceivedCompared } from '../received/compare-received.ts';
import { receivedTable } from './received-table.ts';
import { startTable } from './start-table.ts';
import { citusTable } from './citus-table.ts';
import { cpuTable } from './cpu-table.ts';
import { metricsTable } from './metrics-table.ts';
import { comparisonTable, growthTable, mark, ms } from './comparison-tables.ts';
import { liveTable } from './live-table.ts';

export interface Results {
  api: {
    facts: Facts;
    options: Options;
    rows: number;
    alone: Comparisons;
    beside: Comparisons;
    afterBurst: Comparisons;
  };
  cpu: { facts: Facts; turns: number; before?: string; compared: CpuComparisons };
  plans: { facts: Facts; same: boolean; alone: Plans; beside: Plans };
  received: {
    facts: Facts;
    turns: number;
    rowsEach: number;
    otherRows: number;
    compared: readonly ReceivedCompared[];
    plans: readonly Explained[];
  };
  metrics: { facts: Facts; costs: readonly MetricsCost[] };
  start: { facts: Facts; cost: StartCost };
  live: { facts: Facts; turns: number; compared: readonly LiveCompared[] };
  faults: { facts: Facts; cost: FaultsCost };
  weight: { facts: Facts; pages: readonly PageWeight[] };
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
  api,
  cpu,
  plans,
  received,
  metrics,
  start,
  live,
  faults,
  weight,
  citus,
}: Partial<Results>): string {
  const parts = [
    '# Measurements',
    'Written by `npm run bench`; [docs/benchmarks.md](../../docs/benchmarks.md) says how to read it.',
    api && `${factLine(api.facts)} ${api.options.turns} turns of ${api.options.seconds} s each.`,
    api && compared('One business with 10,000 rows, alone', api.alone),
    api &&
      compared(
        `The same, with ${api.options.otherRows.toLocaleString('en')} rows of a hundred businesses beside it`,
        api.beside,
      ),
    api &&
      compared('Search after 50,000 fresh writes over all businesses', api.afterBurst, targetsAfterBurst),
    api && growthTable(api.alone, api.beside, api.afterBurst),
    cpu && cpuPart(cpu),
    plans && planTable(plans),
    received && receivedPart(received),
    metrics && `## Metrics\n\n${factLine(metrics.facts)}\n\n${metricsTable(metrics.costs)}`,
    start && `## Start and memory\n\n${factLine(start.facts)}\n\n${startTable(start.cost)}`,
    live && liveTable(`${factLine(live.facts)} ${live.turns} turns.`, live.compared),
    faults && faultsTable(faults),
    weight && weightTable(weight),
    citus && citusPart(citus),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function cpuPart({ facts, turns, before, compared: all }: Results['cpu']): string {
  const earlier = before === undefined ? '' : ` Before: commit ${before}.`;
  return `## Processor time of a request\n\n${factLine(facts)} ${turns} turns.${earlier}\n\n${cpuTable(all)}`;
}

function receivedPart({
  facts,
  turns,
  rowsEach,
  otherRows,
  compared: all,
  plans,
}: Results['received']): string {
  const [own, others] = [rowsEach, otherRows].map((rows) => rows.toLocaleString('en'));
  const rows = `${turns} turns. ${own} payments of the business, ${others} of the others.`;
  return `## Received of a month beside other businesses\n\n${factLine(facts)} ${rows}\n\n${receivedTable(all, plans)}`;
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

/** Returns the comparisons of a phase; undefined if it was not measured. */
function compared(title: string, all: Comparisons, wanted = targets): string | undefined {
  return Object.keys(all).length > 0 ? comparisonTable(title, all, wanted) : undefined;
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

function faultsTable({ facts, cost: { rate, connections, booked, growth } }: Results['faults']): string {
  const rows = Object.entries(booked).map(([condition, { perSecond, median, p95 }]) => {
    const grown = condition === 'up' ? undefined : growth[condition as keyof typeof growth];
    const range = grown && `${Math.min(...grown.turns).toFixed(2)}–${Math.max(...grown.turns).toFixed(2)}`;
    const verdict = grown ? `${mark(grown.median <= 1.1)} ×${grown.median.toFixed(2)} (${range})` : '';
    return `| ${condition} | ${perSecond.toFixed(0)} | ${ms(median)} | ${ms(p95)} | ${verdict} |`;
  });
  return `## Bookings while third parties are away\n\n${factLine(facts)} ${rate} bookings a second over ${connections} connections, each followed by an event in a calendar, a webhook and a mail.\n\n| calendar, receiver, mail | booked /s | median | 95th percentile | growth (≤ 1.10) |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function weightTable({ facts, pages }: Results['weight']): string {
  const rows = pages.map(({ page, javascript, css, requests, limit, lighthouse }) => {
    const within = mark(javascript <= limit * 1000);
    return `| ${page} | ${kb(javascript)} ${within} ≤ ${limit} kB | ${kb(css)} | ${requests} | ${Object.values(lighthouse).join(' / ')} |`;
  });
  return `## Page weight\n\n${factLine(facts)} Brotli bytes until the page is usable.\n\n| page | JavaScript | CSS | files | Lighthouse: performance / accessibility / best practices / SEO / layout shift |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
