import { formatCount } from '@samay/contract/core/money';

export interface Comparison {
  readonly direction: 'up' | 'down' | 'same';
  /** `▲ 12%`, as read beside the number. */
  readonly text: string;
}

/** How a sum stands against the one before it, in whole per cent; null where there is nothing to compare with. */
export function compare(current: number, before: number): Comparison | null {
  if (before <= 0) return null;
  const percent = Math.round(((current - before) / before) * 100);
  if (percent === 0) return { direction: 'same', text: '0%' };
  return percent > 0 ? { direction: 'up', text: `▲ ${formatCount(percent)}%` } : { direction: 'down', text: `▼ ${-percent}%` };
}

/** A greeting for the hour in India (0 to 23). */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}
