import type { RevenueBreakdown } from '@samay/contract/bookings/revenue';
import { partAround, type PartSize } from '@samay/contract/bookings/revenue-parts';
import { addDays, addMonths, formatDate, type LocalDate } from '@samay/contract/core/time';
import type { DayRange } from './period.ts';

interface Bar {
  /** A short label for the axis. */
  readonly label: string;
  /** In paise. */
  readonly total: number;
}

/**
 * The bars of a chart, one for each part of the range, including parts without revenue so that no gap in time is hidden. If the parts are longer
 * than a day, only those between the first and the last with revenue.
 */
export function partBars({ by, parts }: Pick<RevenueBreakdown, 'by' | 'parts'>, range: DayRange): Bar[] {
  const totals = new Map(parts.map(({ from, total }) => [from, total]));
  const [first, last] = [parts[0], parts.at(-1)];
  const drawn = by === 'day' || !first || !last ? range : { from: first.from, to: last.to };
  const bars: Bar[] = [];
  for (let date = drawn.from; date <= drawn.to;) {
    const { from, to } = partAround(date, by, range);
    bars.push({ label: axisLabel(from, by), total: totals.get(from) ?? 0 });
    date = addDays(to, 1);
  }
  return bars;
}

function axisLabel(from: LocalDate, by: PartSize): string {
  const date = formatDate(from);
  if (by === 'week') return date;
  if (by === 'day') return date.replace(/ \d{4}$/, '');
  return by === 'month' ? date.replace(/^\d+ /, '') : from.slice(0, 4);
}

/** The name of a part: `21 Nov 2026`, `16 Nov 2026 to 22 Nov 2026`, `Nov 2026`, `2026`. A part that the range cuts off is named by its two ends. */
export function partName({ from, to }: DayRange, by: PartSize): string {
  const date = formatDate(from);
  if (from === to) return date;
  if (by === 'month' && from.endsWith('-01') && to === addDays(addMonths(from, 1), -1)) return date.replace(/^\d+ /, '');
  if (by === 'year' && from.endsWith('-01-01') && to.endsWith('-12-31')) return from.slice(0, 4);
  return `${date} to ${formatDate(to)}`;
}

/** An amount's share of a sum in whole per cent: `33%`. A small share is never shown as 0%, and a share below the whole never as 100%. */
export function shareText(amount: number, sum: number): string {
  if (amount === 0 || sum === 0) return '0%';
  const percent = (amount / sum) * 100;
  if (percent < 1) return 'under 1%';
  return percent > 99 && percent < 100 ? 'over 99%' : `${Math.round(percent)}%`;
}

const units = [
  { paise: 1_000_000_000, sign: 'Cr' },
  { paise: 10_000_000, sign: 'L' },
  { paise: 100_000, sign: 'k' },
];

/** An amount in paise, short enough for an axis: `₹500`, `₹12k`, `₹1.5L`, `₹2Cr`. */
export function shortRupees(paise: number): string {
  const unit = units.find((candidate) => paise >= candidate.paise);
  if (!unit) return `₹${Math.round(paise / 100)}`;
  return `₹${Math.round((paise / unit.paise) * 10) / 10}${unit.sign}`;
}
