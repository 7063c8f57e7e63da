import { leastOnlinePaise } from '@samay/contract/public/online-booking';
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
