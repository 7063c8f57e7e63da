import type { Appointment } from '@samay/contract/bookings/appointments';
import type { correctPayment as contract } from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readAppointment } from '../rows/fetch.ts';
import { getDue, present } from '../rows/present.ts';
import { correctAdvance } from './advance.ts';
import { changeMoney } from './change-money.ts';
import { correctedWithRefunds, isCorrectable } from './correction.ts';
import { leftPaise } from './online-money.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Corrects the method or the amount of a payment or a refund whose drawer was closed: voids it and writes
 * the right row, today and in no drawer. Refunds of it are of the right one. The close stays as it is.
 * @throws `payment.not_correctable`, `payment.changed`, `payment.cancelled` for more on a cancelled
 * booking, `payment.above_due`, `payment.exceeded` for a refund of more than is left or less than was given
 * back, `advance.exceeded` for less than was spent of an advance
 */
export async function correctPayment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  const { amount: paise, method, reference, reason } = body;
  if (body.isAdvance) {
    await correctAdvance(context, { params, body });
    return present(await readAppointment(context, params.id), context);
  }
  return changeMoney(context, params.id, ({ booking, ...locked }) => {
    const { rows, drawers } = locked;
    assertThat(booking.amount_paise === body.amountBefore, 'payment.changed');
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(isCorrectable(row, rows, drawers), 'payment.not_correctable');
    const isSame = paise === Math.abs(row.paise) && method === row.method;
    if (isSame && (!reference || reference === row.reference)) return null;
    const more = paise - Math.abs(row.paise);
    if (row.kind === 'refund') {
      const paid = orNotFound(rows.find(({ id }) => id === row.of_id));
      assertThat(more <= leftPaise(paid, locked), 'payment.exceeded');
    } else if (more > 0) {
      assertThat(booking.status !== 'cancelled', 'payment.cancelled');
      const due = getDue(booking);
      assertThat(due === null || more <= due, 'payment.above_due');
    }
    const { right, written } = correctedWithRefunds(row, { paise, method, reference, reason }, locked);
    const detail = { payment: row.id, noted: right?.id, paise, method };
    return { payments: written, action: 'money.corrected', detail };
  });
}
