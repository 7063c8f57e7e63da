import { leastOnlinePaise } from '@samay/contract/public/online-booking';
import { type PaymentRow, remainingPaise } from '../../ledger/index.ts';
import type { AskedRefund } from '../../online-payments/index.ts';
import type { LockedRows } from '../rows/change.ts';
import type { AppointmentRow } from '../rows/queries.ts';

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

/** Returns whether the business has cancelled a booking: what is authorized for it is not captured, and goes back. */
export function isWithdrawn({ status, own_change }: Pick<AppointmentRow, 'status' | 'own_change'>): boolean {
  return status === 'cancelled' && own_change !== 'cancelled';
}

/** Returns what was asked back of the money of a booking and has not gone back, in paise. */
export function pendingPaise(online: LockedRows['online']): number {
  return online.reduce((sum, { pending }) => sum + pending, 0);
}

/** The reason of money that goes back because its person cancelled. */
export const cancelledByPerson = 'Cancelled by its person';

/**
 * Lists the refunds of what is left of the money that came through the provider, which gives nothing below ₹1
 * back.
 * @param byRule whether the part goes back that its person read before they paid; else all of it
 */
export function refundsOnline(
  { rows, online }: Money,
  {
    byRule = false,
    ...asked
  }: Pick<AskedRefund, 'reason' | 'lowers' | 'cancel_id'> & { readonly byRule?: boolean },
): AskedRefund[] {
  return online.flatMap(({ id, appointment_id, payment_id, percent }) => {
    const row = rows.find((one) => one.id === id);
    const paise = row ? Math.floor((leftPaise(row, { rows, online }) * (byRule ? percent : 100)) / 100) : 0;
    return paise < leastOnlinePaise ? [] : [{ ...asked, payment_id, of_id: id, appointment_id, paise }];
  });
}
