import type { Ratio } from '../load/median.ts';

/** Renders the smallest and the largest ratio of the turns. */
export function range({ turns }: Ratio): string {
  return `${Math.min(...turns).toFixed(2)}–${Math.max(...turns).toFixed(2)}`;
}

export function mark(isMet: boolean): string {
  return isMet ? '✓' : '✗';
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
