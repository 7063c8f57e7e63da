import { addDays, type LocalDate } from '@samay/contract/core/time';

/** Days before the end of a paid month at which owners are reminded. */
export const reminderDays = 3;

/** Days that a plan continues after its paid month; then the business gets the free plan. */
export const graceDays = 3;

/** The plan of a business. `paidUntil` is null if it costs nothing. */
export interface CurrentPlan {
  readonly planId: string;
  /** Paise a month. */
  readonly price: number;
  readonly paidUntil: LocalDate | null;
}

/** Whether the business gains by paying for a plan: a larger one, or another month of its own. */
export function isWorthPaying(
  current: CurrentPlan | undefined,
  next: { readonly id: string; readonly price: number },
): boolean {
  if (next.price === 0) return false;
  if (!current) return true;
  return current.planId === next.id ? current.paidUntil !== null : next.price > current.price;
}

/** The day on which an unpaid plan ends. */
export function endOf(paidUntil: LocalDate): LocalDate {
  return addDays(paidUntil, graceDays);
}
