import { median } from '../load/median.ts';
import type { Receipts } from './screens.ts';

/** Summarises the delays of each event at the screens that received it. */
export function receiptsOf(events: readonly (readonly number[])[]): Receipts {
  const all = events.flat().toSorted((a, b) => a - b);
  return {
    median: median(all),
    p99: all[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN,
    last: median(events.map((delays) => Math.max(...delays))),
  };
}
