import type { Appointment } from '@samay/contract/bookings/appointments';
import type {
  refundPayment as refundContract,
  voidPayment as voidContract,
} from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { advanceMethod, classifyPaymentMethod } from '@samay/contract/core/money';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import {
  isClosed,
  type OpenPeriod,
  type PaymentRow,
  isVoided,
  remainingPaise,
  makeRefund,
  transferRows,
  makeVoid,
  mayVoid,
} from '../../ledger/index.ts';
import { changeMoney } from './change-money.ts';

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Gives back money of a payment, or keeps it as an advance of the booking's person.
 * @throws `payment.exceeded`, `payment.changed`, `access.denied`
 */
export async function refundPayment(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof refundContract>>,
): Promise<Appointment> {
  const { amount: paise, method, reference, reason } = body;
  const isKept = classifyPaymentMethod(method) === advanceMethod;
  return changeMoney(context, params.id, ({ booking, rows, noted }) => {
    assertThat(isKept || allowed(context, 'payments.refund'), 'access.denied');
    assertThat(booking.amount_paise === body.amountBefore, 'payment.changed');
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(paise <= remainingPaise(row, rows), 'payment.exceeded');
    if (!isKept) {
      const refund = makeRefund(row, { paise, method, reference, reason }, noted);
      const detail = { payment: row.id, noted: refund.id, paise, method };
      return { payments: [refund], action: 'money.refunded', detail };
    }
    const patientId = orNotFound(booking.patient_id);
    const moved = transferRows(
      { appointmentId: booking.id, patientId, paise: -paise, ofId: row.id, reason },
      noted,
    );
    const detail = { payment: row.id, noted: moved[0].id, paise, method: advanceMethod };
    return { payments: moved, action: 'money.kept_as_advance', detail };
  });
}

/**
 * Voids a whole payment or refund that was noted by mistake. Both rows stay.
 * @throws `payment.not_voidable` where money was given back of it, `access.denied`
 */
export async function voidPayment(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof voidContract>>,
): Promise<Appointment> {
  return changeMoney(context, params.id, ({ rows, drawers, noted }) => {
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(mayVoid(row, context), 'access.denied');
    assertThat(isVoidable(row, rows, drawers), 'payment.not_voidable');
    const written = makeVoid(row, body.reason, noted);
    const detail = { payment: row.id, noted: written.id, paise: Math.abs(row.paise), method: row.method };
    return { payments: [written], action: 'money.voided', detail };
  });
}

/**
 * Returns whether a row can be voided: a payment without refunds, or a refund, while its drawer is
 * open.
 */
export function isVoidable(
  row: PaymentRow,
  rows: readonly PaymentRow[],
  drawers: readonly OpenPeriod[],
): boolean {
  if (isVoided(row, rows) || isClosed(row, drawers)) return false;
  return row.kind === 'refund' || (row.kind === 'payment' && remainingPaise(row, rows) === row.paise);
}
