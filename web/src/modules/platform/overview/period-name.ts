import { formatDate } from '@samay/contract/core/time';
import type { Analytics } from '@samay/contract/platform/billing';

export type Period = Analytics['periods'][number];

/** Returns the name of a period: `Nov 2026` for a month, `16 – 22 Nov 2026` for a week. */
export function periodName({ start, end }: Period, by: 'month' | 'week'): string {
  const [day, ...monthYear] = formatDate(start).split(' ');
  if (by === 'month') return monthYear.join(' ');
  return start.slice(0, 7) === end.slice(0, 7)
    ? `${day} – ${formatDate(end)}`
    : `${formatDate(start)} – ${formatDate(end)}`;
}

/** Returns a short name for the axis: `Nov`, `16 Nov`. */
export function shortName({ start }: Period, by: 'month' | 'week'): string {
  const [day, month] = formatDate(start).split(' ');
  return by === 'month' ? (month ?? '') : `${day} ${month}`;
}

export function getRevenue({ revenue }: Period): number {
  return Object.values(revenue).reduce((sum, paise) => sum + paise, 0);
}
