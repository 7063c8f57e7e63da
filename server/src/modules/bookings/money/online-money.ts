import { leastOnlinePaise, type RefundRule } from '@samay/contract/public/online-booking';
import { type PaymentRow, remainingPaise } from '../../ledger/index.ts';
import type { AskedRefund } from '../../online-payments/index.ts';
import type { LockedRows } from '../rows/change.ts';

/** The parts of locked money that these need. */
type Money = Pick<LockedRows, 'rows' | 'online'>;

/** Returns what is left of a row, in paise, less what was asked back of it through the provider. */
export function leftPaise(row: PaymentRow, { rows, online }: Money): number {
  const pending = online.find(({ id }) => id === row.id)?.pending ?? 0;
  return Math.max(0, remainingPaise(row, rows) - pending);
}

/** Returns whether a row of money goes back through the provider, and from no drawer. */
export function isOnline(row: PaymentRow, { online }: Money): boolean {
  return online.some(({ id }) => id === row.id);
}

/** The reason of money that goes back because its person cancelled. */
export const cancelledByPerson = 'Cancelled by its person';

/** The rule of a business for money that was paid online: all, a part in per cent, or nothing goes back. */
export interface RefundRuleRow {
  readonly refund_rule: RefundRule;
  readonly refund_percent: number;
}

/** Returns which part goes back when its person cancels in time, in per cent. */
export function percentOf({ refund_rule: rule, refund_percent: percent }: RefundRuleRow): number {
  return { all: 100, part: percent, none: 0 }[rule];
}

/**
 * Lists the refunds of what is left of the money that came through the provider, which gives nothing below ₹1
 * back.
 * @param percent the part of it that goes back
 */
export function refundsOnline(
  { rows, online }: Money,
  {
    percent = 100,
    ...asked
  }: Pick<AskedRefund, 'reason' | 'lowers' | 'cancel_id'> & { readonly percent?: number },
): AskedRefund[] {
  return online.flatMap(({ id, appointment_id, payment_id }) => {
    const row = rows.find((one) => one.id === id);
    const paise = row ? Math.floor((leftPaise(row, { rows, online }) * percent) / 100) : 0;
    return paise < leastOnlinePaise ? [] : [{ ...asked, payment_id, of_id: id, appointment_id, paise }];
  });
}
