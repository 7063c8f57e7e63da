import type { PaymentMethod } from '@samay/contract/core/money';
import { addDays, type LocalDate } from '@samay/contract/core/time';

/** A range of days in India, both included. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The filters of the transactions. */
export interface Narrowed {
  readonly method?: PaymentMethod;
  /** The id of a doctor or court; `none` for bookings with none. */
  readonly resource?: string;
}

export type PeriodName = 'daily' | 'weekly' | 'monthly' | 'custom';
export const periodNames: readonly PeriodName[] = ['daily', 'weekly', 'monthly', 'custom'];

/** The period as the address holds it; a custom one may lack its dates. */
export interface Period {
  readonly name: PeriodName;
  readonly from?: LocalDate;
  readonly to?: LocalDate;
}

/**
 * Returns the days of a period: today, the last 7 days or the last 30 days. A custom period without
 * both dates is today; an end before the start is set to the start.
 */
export function resolveRange({ name, from, to }: Period, today: LocalDate): DayRange {
  if (name === 'weekly') return { from: addDays(today, -6), to: today };
  if (name === 'monthly') return { from: addDays(today, -29), to: today };
  if (name === 'daily' || !from || !to) return { from: today, to: today };
  return { from, to: to < from ? from : to };
}

export function isIncomplete({ name, from, to }: Period): boolean {
  return name === 'custom' && (!from || !to);
}
