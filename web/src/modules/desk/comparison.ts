import { formatCount } from '@samay/contract/core/money';

export interface Comparison {
  readonly direction: 'up' | 'down' | 'same';
  /** The text next to the number: `▲ 12%`. */
  readonly text: string;
}

/**
 * Returns the change of a sum against the previous period in whole per cent; null if the previous
 * sum is 0.
 */
export function compare(current: number, before: number): Comparison | null {
  if (before <= 0) return null;
  const percent = Math.round(((current - before) / before) * 100);
  if (percent === 0) return { direction: 'same', text: '0%' };
  return percent > 0
    ? { direction: 'up', text: `▲ ${formatCount(percent)}%` }
    : { direction: 'down', text: `▼ ${-percent}%` };
}
