import type { FaultsCost } from '../faults/faults-cost.ts';
import type { LiveCompared } from '../live/compare-live.ts';
import type { Facts } from './machine.ts';
import type { NotifyCost } from '../database/notify-cost.ts';
import { type Operation, operationNames, targets } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import type { Plans } from '../database/explain-plans.ts';
import type { Compared } from '../load/turns.ts';
import type { PageWeight } from '../weight/page-weight.ts';

type Comparisons = Partial<Record<Operation, Compared[]>>;

export interface Results {
  api: { facts: Facts; options: Options; rows: number; alone: Comparisons; beside: Comparisons; afterBurst: Comparisons };
  plans: { facts: Facts; same: boolean; alone: Plans; beside: Plans };
  notify: { facts: Facts; cost: NotifyCost };
  live: { facts: Facts; turns: number; compared: readonly LiveCompared[] };
  faults: { facts: Facts; cost: FaultsCost };
  weight: { facts: Facts; pages: readonly PageWeight[] };
}

/** Renders the existing results as Markdown. */
export function tableOf({ api, plans, notify, live, faults, weight }: Partial<Results>): string {
  const parts = [
    '# Measurements',
    'Written by `npm run bench`; [docs/benchmarks.md](../../docs/benchmarks.md) says how to read it.',
    api && `${factLine(api.facts)} ${api.options.turns} turns of ${api.options.seconds} s each.`,
    api && comparisons('Beside the bare server: one business with 10,000 rows, alone', api.alone),
    api && comparisons('The same, with 1,000,000 rows of a hundred businesses beside it', api.beside),
    api && comparisons('Search after 50,000 fresh writes over all businesses', api.afterBurst),
    api && growth(api),
    plans && planTable(plans),
    notify && notifyLine(notify),
    live && liveTable(live),
    faults && faultsTable(faults),
    weight && weightTable(weight),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function factLine({ at, processor, cores, memoryGb, node, postgres, loadBefore }: Facts): string {
  const database = postgres ? `, PostgreSQL ${postgres}` : '';
  return `${at.slice(0, 10)}, ${processor}, ${cores} cores, ${memoryGb} GB, Node ${node}${database}; load before: ${loadBefore.toFixed(1)}.`;
}

function comparisons(title: string, all: Comparisons): string {
  const rows = operationNames.flatMap((operation) =>
    (all[operation] ?? []).map(({ connections, api, bare, ratio, ratios }) => {
      const target = connections === 16 ? `${ratio >= targets[operation] ? '✓' : '✗'} ≥ ${targets[operation]}` : '';
      const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
      const speeds = `${api.perSecond.toFixed(0)} | ${bare.perSecond.toFixed(0)}`;
      return `| ${operation} | ${connections} | ${speeds} | **${ratio.toFixed(2)}** | ${range} | ${target} | ${ms(api.median)} | ${ms(bare.median)} |`;
    }),
  );
  const head = `| | connections | Samay /s | bare /s | ratio | of the turns | target | Samay median | bare median |\n|---|---|---|---|---|---|---|---|---|`;
  return `## ${title}\n\n${head}\n${rows.join('\n')}`;
}

/** Growth of the median latency with other businesses in the database, for the product and the bare server. */
function growth({ alone, beside, afterBurst }: Results['api']): string {
  const rows = (['list', 'search', 'revenue'] as const).flatMap((operation) => [
    ...grown(operation, alone[operation], beside[operation]),
    ...(operation === 'search' ? grown('search after the burst', alone.search, afterBurst.search) : []),
  ]);
  return `## Growth of the median answer\n\n| | connections | Samay | bare | beside the bare's (≤ 1.2) |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function grown(name: string, before: Compared[] = [], after: Compared[] = []): string[] {
  return before.flatMap((first) => {
    const second = after.find(({ connections }) => connections === first.connections);
    if (!second) return [];
    const [api, bare] = [second.api.median / first.api.median, second.bare.median / first.bare.median];
    return [
      `| ${name} | ${first.connections} | ×${api.toFixed(2)} | ×${bare.toFixed(2)} | ${api / bare <= 1.2 ? '✓' : '✗'} ${(api / bare).toFixed(2)} |`,
    ];
  });
}

function planTable({ same, beside }: Results['plans']): string {
  const statements = [...beside.list, ...beside.search, ...beside.revenue];
  const unique = [...new Map(statements.map((one) => [`${one.statement}${one.plan.join()}`, one])).values()];
  const verdict = same ? '✓ The plans are the same alone and beside the others.' : '✗ The plans differ; plans.json holds both.';
  const shown = unique.map(({ statement, plan }) => `${statement}\n${plan.map((line) => `    ${line}`).join('\n')}`);
  return `## Plans\n\n${verdict} Beside them:\n\n\`\`\`\n${shown.join('\n\n')}\n\`\`\``;
}

function notifyLine({ cost }: Results['notify']): string {
  const { connections, withTrigger, without, cost: percent, costs } = cost;
  const range = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)} % in the turns`;
  return `## NOTIFY at commit\n\n${percent <= 10 ? '✓' : '✗'} At ${connections} connections, creates with the trigger: ${withTrigger.toFixed(0)} a second, without: ${without.toFixed(0)}; it costs **${percent.toFixed(1)} %** (${range}; at most 10).`;
}

function liveTable({ facts, turns, compared }: Results['live']): string {
  const rows = compared.map(({ screens, spread, api, bare, ratio, ratios }) => {
    const verdict = `${ratio <= 3 ? '✓' : '✗'} ≤ 3`;
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const each = [api, bare].map((one) => `${ms(one.median)} / ${ms(one.p99)} / ${ms(one.last)}`);
    return `| ${screens} | ${spread} | ${each.join(' | ')} | **${ratio.toFixed(2)}** | ${range} | ${verdict} | ${[api, bare].map(kbPerScreen(screens)).join(' | ')} |`;
  });
  const head =
    '| screens | spread | Samay: median / p99 / last screen | bare: the same | ratio of p99 | of the turns | target | Samay, memory a screen | bare |\n|---|---|---|---|---|---|---|---|---|';
  return `## Live events\n\n${factLine(facts)} ${turns} turns.\n\n${head}\n${rows.join('\n')}`;
}

function kbPerScreen(screens: number): (one: LiveCompared['api']) => string {
  return ({ memory }) => kb(((memory.after - memory.before) * 1024 * 1024) / screens);
}

function faultsTable({ facts, cost: { rate, connections, booked, growth } }: Results['faults']): string {
  const rows = Object.entries(booked).map(([condition, { perSecond, median, p95 }]) => {
    const grown = condition === 'up' ? undefined : growth[condition as keyof typeof growth];
    const range = grown && `${Math.min(...grown.turns).toFixed(2)}–${Math.max(...grown.turns).toFixed(2)}`;
    const verdict = grown ? `${grown.median <= 1.1 ? '✓' : '✗'} ×${grown.median.toFixed(2)} (${range})` : '';
    return `| ${condition} | ${perSecond.toFixed(0)} | ${ms(median)} | ${ms(p95)} | ${verdict} |`;
  });
  return `## Bookings while third parties are away\n\n${factLine(facts)} ${rate} bookings a second over ${connections} connections, each followed by an event in a calendar, a webhook and a mail.\n\n| calendar, receiver, mail | booked /s | median | 95th percentile | growth (≤ 1.10) |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function weightTable({ facts, pages }: Results['weight']): string {
  const rows = pages.map(({ page, javascript, css, requests, limit, lighthouse }) => {
    const within = javascript <= limit * 1000 ? '✓' : '✗';
    return `| ${page} | ${kb(javascript)} ${within} ≤ ${limit} kB | ${kb(css)} | ${requests} | ${Object.values(lighthouse).join(' / ')} |`;
  });
  return `## Page weight\n\n${factLine(facts)} Brotli bytes until the page is usable.\n\n| page | JavaScript | CSS | files | Lighthouse: performance / accessibility / best practices / SEO / layout shift |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
