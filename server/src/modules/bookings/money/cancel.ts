import { randomUUID } from 'node:crypto';
import type { Appointment, Cancellation } from '@samay/contract/bookings/appointments';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import {
  cancelling,
  changeAppointment,
  decideChange,
  type ForClosing,
  lockedMoney,
  type LockedRows,
  lockingMoney,
  type MoneyChange,
} from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { writeBookings } from '../rows/write.ts';
import { remainingPaise, makeRefund, transferRows, type NewPayment } from '../../ledger/index.ts';

interface Input {
  readonly params: { id: string };
  readonly body?: Cancellation | undefined;
  readonly closing?: ForClosing;
  /** The method by which money goes back whose own was not noted, if no method is given for all. */
  readonly otherwise?: string | null;
}

/** The reason of the rows of money; the booking keeps the one that was given. */
const moneyReason = 'Cancelled';

/**
 * Cancels a scheduled or no-show booking. By default its money stays; otherwise it is given back or
 * becomes an advance of its person, in the same transaction. Each payment goes back by its own
 * method unless another one is given.
 * @throws `payment.needs_method` where neither is known; `access.denied` where the caller may not give money back, `booking.changed`, and the
 * errors of `decideChange`
 */
export async function cancelAppointment(
  context: TenantContext,
  { params: { id }, body, closing, otherwise }: Input,
): Promise<Appointment> {
  if (!body || body.money === 'leave')
    return changeAppointment(context, id, cancelling(body?.reason, closing));
  assertThat(body.money !== 'refund' || allowed(context, 'payments.refund'), 'access.denied');
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...lockingMoney(context, [id]),
    });
    const booking = await lockedBooking(tx, context, locked);
    const money = await lockedMoney(tx, context, locked);
    const cancelId = randomUUID();
    const withMoney = {
      ...cancelling(body.reason, closing, cancelId),
      money: () => returnedMoney(booking, money, { ...body, otherwise, cancelId }),
    };
    const changed = decideChange(booking, context, withMoney, money);
    if (!changed) return present(booking, context);
    const detail = { ...changed.detail, money: body.money, paise: booking.amount_paise ?? 0 };
    writeBookings({ tx, announce }, context, [{ ...changed, detail }]);
    return present(changed.after, context);
  });
}

type Returned = Pick<Cancellation, 'money' | 'method'> & {
  readonly otherwise: Input['otherwise'];
  readonly cancelId: string;
};

function returnedMoney(
  booking: AppointmentRow,
  { rows, noted }: LockedRows,
  { money, method, otherwise, cancelId }: Returned,
): MoneyChange {
  const payments: NewPayment[] = [];
  for (const row of rows) {
    const left = remainingPaise(row, rows);
    if (left === 0) continue;
    if (money === 'advance' || (!method && row.kind === 'transfer')) {
      const patientId = orNotFound(booking.patient_id);
      const moved = { appointmentId: booking.id, patientId, reason: moneyReason, cancelId };
      payments.push(...transferRows({ ...moved, paise: -left, ofId: row.id }, noted));
    } else {
      const by = (method ?? row.method) || otherwise || null;
      const refund = makeRefund(row, { paise: left, method: by, reason: moneyReason }, noted);
      payments.push({ ...refund, cancel_id: cancelId });
    }
  }
  return { payments };
}
