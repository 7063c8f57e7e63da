import { addDays, type LocalDate } from '@samay/contract/core/time';

/** Days before the end of a paid month. */
export const reminderDays = 3;

/** Days after it; then the business gets the free plan. */
export const graceDays = 3;

/** `paidUntil` is null if the plan costs nothing. */
export interface CurrentPlan {
  readonly planId: string;
  /** Paise a month. */
  readonly price: number;
  readonly paidUntil: LocalDate | null;
}

/** Whether a business gains by paying: for a larger plan, or another month of its own. */
export function isWorthPaying(
  current: CurrentPlan | undefined,
  next: { readonly id: string; readonly price: number },
): boolean {
  if (next.price === 0) return false;
  if (!current) return true;
  return current.planId === next.id ? current.paidUntil !== null : next.price > current.price;
}

export function endOf(paidUntil: LocalDate): LocalDate {
  return addDays(paidUntil, graceDays);
}
