import { partAround, type PartSize, partSizeOf } from '@samay/contract/desk/revenue-parts';
import { addDays, addMonths, formatDate, type LocalDate } from '@samay/contract/core/time';
import type { DayRange } from './period.ts';

interface Bar {
  /** A short label for the axis. */
  readonly label: string;
  /** The total in paise. */
  readonly total: number;
}

/** The totals in paise of the parts of a range, in order; parts without money may be left out. */
export interface Parts {
  readonly by: PartSize;
  readonly parts: readonly (DayRange & { readonly total: number })[];
}

/** Adds the totals of days up to the parts by which a range of this length is charted. */
export function partsOfDays(
  days: readonly { readonly date: LocalDate; readonly total: number }[],
  range: DayRange,
): Parts {
  const by = partSizeOf(range);
  const parts = new Map<LocalDate, DayRange & { readonly total: number }>();
  for (const { date, total } of days) {
    const part = partAround(date, by, range);
    parts.set(part.from, { ...part, total: total + (parts.get(part.from)?.total ?? 0) });
  }
  return { by, parts: [...parts.values()] };
}

/**
 * Returns the bars of a chart, one for each part of the range, including parts without revenue so
 * that no gap in time is hidden. If the parts are longer than a day, only those between the first
 * and the last with revenue.
 */
export function partBars({ by, parts }: Parts, range: DayRange): Bar[] {
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

/**
 * Names a part: `21 Nov 2026`, `16 Nov 2026 to 22 Nov 2026`, `Nov 2026`, `2026`. A part that the
 * range cuts off is named by its two ends.
 */
export function partName({ from, to }: DayRange, by: PartSize): string {
  const date = formatDate(from);
  if (from === to) return date;
  if (by === 'month' && from.endsWith('-01') && to === addDays(addMonths(from, 1), -1))
    return date.replace(/^\d+ /, '');
  if (by === 'year' && from.endsWith('-01-01') && to.endsWith('-12-31')) return from.slice(0, 4);
  return `${date} to ${formatDate(to)}`;
}
