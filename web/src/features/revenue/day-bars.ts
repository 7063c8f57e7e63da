import type { RevenueBreakdown } from '@samay/contract/revenue';
import { addDays, formatDate, type LocalDate } from '@samay/contract/time';
import type { DayRange } from './period.ts';

/** A bar for each day of the range, also for those without revenue: gaps in time would look like none. Paise. */
export function dayBars(days: RevenueBreakdown['days'], { from, to }: DayRange): { label: string; total: number }[] {
  const totals = new Map(days.map(({ date, total }) => [date, total]));
  const bars = [];
  for (let date: LocalDate = from; date <= to; date = addDays(date, 1)) {
    bars.push({ label: formatDate(date).replace(/ \d{4}$/, ''), total: totals.get(date) ?? 0 });
  }
  return bars;
}

const units = [
  { paise: 1_000_000_000, sign: 'Cr' },
  { paise: 10_000_000, sign: 'L' },
  { paise: 100_000, sign: 'k' },
];

/** Paise as an axis has room for: `₹500`, `₹12k`, `₹1.5L`, `₹2Cr`. */
export function shortRupees(paise: number): string {
  const unit = units.find((candidate) => paise >= candidate.paise);
  if (!unit) return `₹${Math.round(paise / 100)}`;
  return `₹${Math.round((paise / unit.paise) * 10) / 10}${unit.sign}`;
}
