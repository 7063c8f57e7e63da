import { randomUUID } from 'node:crypto';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { discountReasons, type setDiscount as contract } from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import { changeMoney } from './change-money.ts';
import { findPaidVisit } from './queries.ts';
import { mostDiscount } from '../../ledger/index.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Waives a part of a booking's price from now on, or all of it. Every caller may waive a visit that
 * its service makes free. All of it is all of any price, but for a caller with a limit.
 * @throws `discount.exceeded` beyond the caller's limit, `discount.changed`, `money.locked`
 */
export async function setDiscount(
  context: TenantContext,
  { params, body: { discount, discountBefore, reason } }: Input,
): Promise<Appointment> {
  return changeMoney(context, params.id, async ({ tx, booking, rules }) => {
    const paise = discount - booking.discount_paise;
    if (paise === 0) return null;
    assertThat(!booking.is_locked, 'money.locked');
    assertThat(booking.discount_paise === discountBefore, 'discount.changed');
    if (discount > (booking.price_paise ?? 0))
      throw new AppError('request.invalid', { fields: { discount: 'This is more than the price' } });
    const most = mostDiscount(context, rules, booking.allowed_paise);
    const isBeyond = most !== null && paise > 0 && discount > most;
    const isFollowUp = isBeyond || reason === discountReasons[0];
    const [paid] = isFollowUp ? await run(tx, context, findPaidVisit({ id: booking.id })) : [];
    assertThat(!isBeyond || paid !== undefined, 'discount.exceeded');
    const id = randomUUID();
    const given = { given_at: context.now, given_by: context.caller.userId };
    return {
      payments: [],
      freeUntil: paid?.until ?? null,
      isLimited: most !== null && !paid,
      discounts: [{ id, appointment_id: booking.id, paise, reason, ...given }],
      action: 'money.discounted',
      detail: { noted: id },
    };
  });
}
