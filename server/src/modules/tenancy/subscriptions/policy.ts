import { addDays, type LocalDate } from '@samay/contract/core/time';

/** Owners are told so many days before a paid month ends. */
export const reminderDays = 3;

/** A plan goes on for so many days after the month that was paid for; then the business falls to the free plan. */
export const graceDays = 3;

/** What a business has now. `paidUntil` null: it costs nothing. */
export interface CurrentPlan {
  readonly planId: string;
  /** Paise a month. */
  readonly price: number;
  readonly paidUntil: LocalDate | null;
}

/** Whether paying for a plan gives the business anything: more than it has, or another month of what it pays for. */
export function isWorthPaying(current: CurrentPlan | undefined, next: { readonly id: string; readonly price: number }): boolean {
  if (next.price === 0) return false;
  if (!current) return true;
  return current.planId === next.id ? current.paidUntil !== null : next.price > current.price;
}

/** The day on which a plan that nobody paid for ends. */
export function endOf(paidUntil: LocalDate): LocalDate {
  return addDays(paidUntil, graceDays);
}
