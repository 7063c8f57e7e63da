import type { Appointment, Cancellation } from '@samay/contract/bookings/appointments';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import {
  cancelling,
  changeAppointment,
  decideChange,
  lockedMoney,
  type LockedRows,
  lockingMoney,
  type MoneyChange,
} from '../appointments/change.ts';
import { lockedBooking, lockingBooking } from '../appointments/fetch.ts';
import { present } from '../appointments/present.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { writeBookings } from '../appointments/write.ts';
import { remainingPaise, makeRefund, transferRows } from '../payment-rows/payment-rows.ts';

interface Input {
  readonly params: { id: string };
  readonly body?: Cancellation | undefined;
  /** The version that the booking must still have. */
  readonly seen?: Date;
}

/** The reason of the rows of money; the booking keeps the one that was given. */
const moneyReason = 'Cancelled';

/**
 * Cancels a scheduled or no-show booking. By default its money stays; otherwise it is given back or
 * becomes an advance of its person, in the same transaction.
 * @throws `access.denied` where the caller may not give money back, `booking.changed`, and the
 * errors of `decideChange`
 */
export async function cancelAppointment(
  context: TenantContext,
  { params: { id }, body, seen }: Input,
): Promise<Appointment> {
  const cancellation = cancelling(body?.reason, seen);
  if (!body || body.money === 'leave') return changeAppointment(context, id, cancellation);
  assertThat(body.money !== 'refund' || allowed(context, 'payments.refund'), 'access.denied');
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...lockingMoney(context, [id]),
    });
    const booking = await lockedBooking(tx, context, locked);
    const money = await lockedMoney(tx, context, locked);
    const withMoney = { ...cancellation, money: () => returnedMoney(booking, money, body) };
    const changed = decideChange(booking, context, withMoney, money);
    if (!changed) return present(booking, context);
    const detail = { ...changed.detail, money: body.money, paise: booking.amount_paise ?? 0 };
    writeBookings({ tx, announce }, context, [{ ...changed, detail }]);
    return present(changed.after, context);
  });
}

function returnedMoney(
  booking: AppointmentRow,
  { rows, noted }: LockedRows,
  { money, method = null }: Cancellation,
): MoneyChange {
  const standing = rows
    .map((row) => ({ row, left: remainingPaise(row, rows) }))
    .filter(({ left }) => left > 0);
  if (money === 'refund') {
    return {
      payments: standing.map(({ row, left }) =>
        makeRefund(row, { paise: left, method, reason: moneyReason }, noted),
      ),
    };
  }
  const patientId = orNotFound(booking.patient_id);
  const moved = { appointmentId: booking.id, patientId, reason: moneyReason };
  return {
    payments: standing.flatMap(({ row, left }) =>
      transferRows({ ...moved, paise: -left, ofId: row.id }, noted),
    ),
    advances: standing.map(({ left }) => ({ patientId, paise: left })),
  };
}
