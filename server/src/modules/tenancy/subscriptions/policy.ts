import { addDays, type LocalDate } from '@samay/contract/core/time';

/** The days before the end of a paid month on which owners are reminded. */
export const reminderDays = 3;

/** The days after its paid month for which a plan is kept; then the business gets the free one. */
export const graceDays = 3;

/** The days, from its first on, in which a new business has the limit of `firstDaysPlan`. */
export const firstDays = 30;

export interface CurrentPlan {
  readonly planId: string;
  /** Paise a month. */
  readonly price: number;
  /** Null if the plan costs nothing. */
  readonly paidUntil: LocalDate | null;
}

/** Returns whether a business gains by paying: for a larger plan, or another month of its plan. */
export function isWorthPaying(
  current: CurrentPlan | undefined,
  next: { readonly id: string; readonly price: number },
): boolean {
  if (next.price === 0) return false;
  if (!current) return true;
  return current.planId === next.id ? current.paidUntil !== null : next.price > current.price;
}

export function getEnd(paidUntil: LocalDate): LocalDate {
  return addDays(paidUntil, graceDays);
}

/** Returns whether a plan with more bookings than that of a price can be bought. */
export function hasLarger(price: number, plans: readonly { readonly price: number }[]): boolean {
  return plans.some((plan) => plan.price > price);
}

/** The shares of a limit, in percent, at which owners and platform are told; the larger first. */
const toldAt = [95, 80] as const;

/** The share from which anybody is told. */
export const toldFrom = Math.min(...toldAt);

/** Returns the largest of these shares that is used; undefined below them. */
export function percentTold(used: number, limit: number): number | undefined {
  return toldAt.find((percent) => used * 100 >= limit * percent);
}
