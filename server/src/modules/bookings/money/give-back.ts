import { allowancePaise } from '@samay/contract/bookings/owing';
import type { Appointment } from '@samay/contract/bookings/appointments';
import {
  lowersOwed,
  type refundPayment as refundContract,
  type voidPayment as voidContract,
} from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { advanceMethod, classifyPaymentMethod, otherPaymentMethod } from '@samay/contract/core/money';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import {
  assertCashThere,
  drawerLeft,
  isClosed,
  type OpenPeriod,
  type PaymentRow,
  isVoided,
  remainingPaise,
  makeRefund,
  transferRows,
  makeVoid,
  mayVoid,
  mostDiscount,
} from '../../ledger/index.ts';
import { lockingAllMoney, lockingMoney } from '../rows/change.ts';
import { presentOwing } from '../rows/present.ts';
import { leftPaise, pendingPaise } from './online-money.ts';
import { changeMoney, type DecidedMoney, type Follow, type LockedMoney } from './change-money.ts';

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Gives back money of a payment, or keeps it as an advance of the booking's person. The booking does
 * not owe it any more if the request says so, by default as its reason does: who may not give money back lets off no more
 * than they may waive.
 * Money that came through the payment provider goes back there, by no other method, and its row is written once it
 * has.
 * @param follow adds what follows in the transaction
 * @throws `payment.exceeded`, `payment.changed`, `refund.online`, `access.denied`, `discount.exceeded`, `drawer.below_zero`
 */
export async function refundPayment(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof refundContract>>,
  follow?: Follow,
): Promise<Appointment> {
  const { amount: paise, method, reference, reason } = body;
  const isKept = classifyPaymentMethod(method) === advanceMethod;
  const decide = async ({
    tx,
    booking,
    rows,
    drawers,
    noted,
    online,
    rules,
  }: LockedMoney): Promise<DecidedMoney> => {
    assertThat(isKept || allowed(context, 'payments.refund'), 'access.denied');
    assertThat(booking.amount_paise === body.amountBefore, 'payment.changed');
    // A second window does not ask the same money back again.
    assertThat(pendingPaise(online) === (body.pendingBefore ?? 0), 'payment.changed');
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(paise <= leftPaise(row, { rows, online }), 'payment.exceeded');
    const lowers = body.lowers ?? lowersOwed(reason);
    const sent = online.find(({ id }) => id === row.id);
    if (sent && !isKept) {
      const own = classifyPaymentMethod(row.method ?? otherPaymentMethod);
      assertThat(classifyPaymentMethod(method) === own, 'refund.online');
      // Its note answers the row of money, which is written once it has gone back.
      assertThat(!follow, 'refund.credit_note');
      const { appointment_id, payment_id } = sent;
      const refund = { payment_id, of_id: row.id, appointment_id, paise, reason, lowers };
      return {
        payments: [],
        refunds: [refund],
        action: 'money.refund_asked',
        detail: { payment: row.id, paise },
      };
    }
    const allowance = lowers ? allowancePaise(presentOwing(booking), paise) : 0;
    const most = mostDiscount(context, rules, booking.allowed_paise);
    const waived = allowance + booking.discount_paise;
    assertThat(allowance === 0 || most === null || waived <= most, 'discount.exceeded');
    if (!isKept) {
      const drawer = drawerLeft(row, method, body, { drawers, own: noted.drawer });
      const refund = makeRefund(
        row,
        { paise, method, reference, reason, allowed: allowance },
        { ...noted, drawer },
      );
      await assertCashThere(tx, context, [refund], body);
      const detail = { payment: row.id, noted: refund.id, paise, method };
      return { payments: [refund], action: 'money.refunded', detail, follow };
    }
    const patientId = orNotFound(booking.patient_id);
    const moved = transferRows(
      { appointmentId: booking.id, patientId, paise: -paise, ofId: row.id, reason, allowed: allowance },
      noted,
    );
    const detail = { payment: row.id, noted: moved[0].id, paise, method: advanceMethod };
    return { payments: moved, action: 'money.kept_as_advance', detail, follow };
  };
  return changeMoney(context, params.id, decide, isKept ? lockingMoney : lockingAllMoney);
}

/**
 * Voids a whole payment or refund that was noted by mistake. Both rows stay.
 * @throws `payment.not_voidable` where money was given back of it, `money.locked` where it counts on a
 * locked day, `access.denied`
 */
export async function voidPayment(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof voidContract>>,
): Promise<Appointment> {
  const decide = async ({ tx, booking, rows, drawers, noted }: LockedMoney) => {
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(!booking.is_locked || row.is_late, 'money.locked');
    assertThat(mayVoid(row, context), 'access.denied');
    assertThat(isVoidable(row, rows, drawers), 'payment.not_voidable');
    const written = makeVoid(row, body.reason, noted);
    await assertCashThere(tx, context, [written], body);
    const detail = { payment: row.id, noted: written.id, paise: Math.abs(row.paise), method: row.method };
    return { payments: [written], action: 'money.voided' as const, detail };
  };
  return changeMoney(context, params.id, decide, lockingAllMoney);
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
  // The provider has the record of what went through it.
  if (isVoided(row, rows) || isClosed(row, drawers) || row.source === 'online') return false;
  return row.kind === 'refund' || (row.kind === 'payment' && remainingPaise(row, rows) === row.paise);
}
