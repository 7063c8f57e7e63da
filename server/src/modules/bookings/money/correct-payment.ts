import type { Appointment } from '@samay/contract/bookings/appointments';
import type { correctPayment as contract } from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import {
  correctionRows,
  isClosed,
  isVoided,
  type OpenPeriod,
  type PaymentRow,
  remainingPaise,
} from '../../ledger/index.ts';
import { getDue } from '../rows/present.ts';
import { changeMoney } from './change-money.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Corrects the method or the amount of a payment or a refund whose drawer was closed: voids it and writes
 * the right row, today and in no drawer. The close stays as it is.
 * @throws `payment.not_correctable`, `payment.changed`, `payment.cancelled` for more on a cancelled
 * booking, `payment.above_due`, `payment.exceeded` for a refund of more than is left
 */
export async function correctPayment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  const { amount: paise, method, reference, reason } = body;
  return changeMoney(context, params.id, ({ booking, rows, drawers, noted }) => {
    assertThat(booking.amount_paise === body.amountBefore, 'payment.changed');
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(isCorrectable(row, rows, drawers), 'payment.not_correctable');
    const isSame = paise === Math.abs(row.paise) && method === row.method;
    if (isSame && (!reference || reference === row.reference)) return null;
    const more = paise - Math.abs(row.paise);
    if (row.kind === 'refund') {
      const paid = orNotFound(rows.find(({ id }) => id === row.of_id));
      assertThat(more <= remainingPaise(paid, rows), 'payment.exceeded');
    } else if (more > 0) {
      assertThat(booking.status !== 'cancelled', 'payment.cancelled');
      const due = getDue(booking);
      assertThat(due === null || more <= due, 'payment.above_due');
    }
    const written = correctionRows(row, { paise, method, reference, reason }, noted);
    const detail = { payment: row.id, noted: written.at(-1)?.id, paise, method };
    return { payments: written, action: 'money.corrected', detail };
  });
}

/**
 * Returns whether a row can be corrected: a payment without refunds, or a refund, whose drawer was
 * closed.
 */
export function isCorrectable(
  row: PaymentRow,
  rows: readonly PaymentRow[],
  drawers: readonly OpenPeriod[],
): boolean {
  if (isVoided(row, rows) || !isClosed(row, drawers)) return false;
  // A drawer that was reopened is closed again first.
  const { corrects_drawer_id: corrected, corrects_period: period } = row;
  if (corrected !== null && drawers.find(({ id }) => id === corrected)?.period === period) return false;
  return row.kind === 'refund' || (row.kind === 'payment' && remainingPaise(row, rows) === row.paise);
}
