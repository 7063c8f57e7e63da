import { classifyPaymentMethod } from '@samay/contract/core/money';
import { totalOf } from '../rows/payment-rows.ts';

/** The money of a drawer's period by the text of its method, and its expenses, in paise. */
export interface PeriodRows<About = object> {
  readonly money: readonly (About & { readonly method: string | null; readonly total: number })[];
  readonly expenses: readonly (About & { readonly total: number })[];
}

/** The sums of a drawer's period in paise, by the columns in which a close keeps them. */
export interface CashSums {
  readonly opening_paise: number;
  readonly cash_paise: number;
  readonly expenses_paise: number;
}

export function sumPeriod(
  { opening_paise }: Pick<CashSums, 'opening_paise'>,
  { money, expenses }: PeriodRows,
): CashSums {
  const ofCash = money.filter(({ method }) => classifyPaymentMethod(method ?? '') === 'Cash');
  return { opening_paise, cash_paise: totalOf(ofCash), expenses_paise: totalOf(expenses) };
}

/**
 * Computes the cash that a drawer should hold. The database wants a note where another sum was
 * counted (drawer_closes_explained).
 */
export function expectedCash({ opening_paise, cash_paise, expenses_paise }: CashSums): number {
  return opening_paise + cash_paise - expenses_paise;
}
