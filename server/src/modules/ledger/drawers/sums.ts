import { classifyPaymentMethod } from '@samay/contract/core/money';
import { totalOf } from '../rows/payment-rows.ts';
import type { EntryKind } from './queries.ts';

/** The money of a drawer's period by the text of its method, and its other cash by kind, in paise. */
export interface PeriodRows<About = object> {
  readonly money: readonly (About & {
    readonly method: string | null;
    /** Whether it was given back, or a refund voided. */
    readonly is_refund: boolean;
    readonly total: number;
  })[];
  readonly entries: readonly (About & { readonly kind: EntryKind; readonly total: number })[];
}

/** The sums of a drawer's period in paise, by the columns in which a close keeps them. */
export interface CashSums {
  /** With what was handed over, and what a count at the opening changed. */
  readonly opening_paise: number;
  readonly cash_paise: number;
  readonly refunds_paise: number;
  readonly cash_in_paise: number;
  readonly cash_out_paise: number;
  readonly expenses_paise: number;
}

export function sumPeriod(
  { opening_paise }: Pick<CashSums, 'opening_paise'>,
  { money, entries }: PeriodRows,
): CashSums {
  const ofCash = money.filter(({ method }) => classifyPaymentMethod(method ?? '') === 'Cash');
  const sumKinds = (...kinds: EntryKind[]) => totalOf(entries.filter(({ kind }) => kinds.includes(kind)));
  return {
    opening_paise: opening_paise + sumKinds('handover', 'float'),
    cash_paise: totalOf(ofCash.filter((row) => !row.is_refund)),
    refunds_paise: 0 - totalOf(ofCash.filter((row) => row.is_refund)),
    cash_in_paise: sumKinds('cash_in'),
    cash_out_paise: sumKinds('cash_out'),
    expenses_paise: sumKinds('expense'),
  };
}

/**
 * Computes the cash that a drawer should hold. The database wants a note where another sum was
 * counted (drawer_closes_explained).
 */
export function expectedCash(sums: CashSums): number {
  return (
    sums.opening_paise +
    sums.cash_paise +
    sums.cash_in_paise -
    sums.refunds_paise -
    sums.expenses_paise -
    sums.cash_out_paise
  );
}
