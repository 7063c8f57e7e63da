import type { LiveCompared } from '../live/compare-live.ts';
import type { LiveMeasured } from '../live/screens.ts';
import { mark, ms } from './comparison-tables.ts';

/** The largest ratio of the 99th percentiles. */
const mostRatio = 3;
const titles = [
  'screens',
  'spread',
  'Samay: median / p99 / last screen',
  'bare: the same',
  'ratio of p99',
  'of the turns',
  'target',
  'memory a screen: Samay / bare',
  'all opened: Samay / bare',
];

/** Renders the delivery of live events and that of the bare server. */
export function liveTable(facts: string, compared: readonly LiveCompared[]): string {
  const rows = compared.map(({ screens, spread, api, bare, ratio, ratios }, index) => [
    screens,
    spread,
    delays(api),
    delays(bare),
    `**${ratio.toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    `${mark(ratio <= mostRatio)} ≤ ${mostRatio}`,
    // Only the first spread has new servers: later turns reuse the memory of earlier ones.
    compared[index - 1]?.screens === screens
      ? ''
      : [api, bare].map((one) => memoryText(one, screens)).join(' / '),
    [api, bare].map(({ opening }) => `${opening.toFixed(1)} s`).join(' / '),
  ]);
  const lines = [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `## Live events: from the NOTIFY to the screen\n\n${facts}\n\n${lines.join('\n')}`;
}

function delays({ median, p99, last }: LiveMeasured): string {
  return [median, p99, last].map(ms).join(' / ');
}

function memoryText({ memory }: LiveMeasured, screens: number): string {
  return `${(((memory.after - memory.before) * 1000) / screens).toFixed(1)} kB`;
}
