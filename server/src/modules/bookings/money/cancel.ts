import type { Appointment, MoneyAfterCancel } from '@samay/contract/bookings/appointments';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { cancellation, changeAppointment, changeOf, type MoneyChange } from '../appointments/change.ts';
import { lockedOf, lockingBooking } from '../appointments/fetch.ts';
import { present } from '../appointments/present.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { writeBookings } from '../appointments/write.ts';
import { leftOf, refundOf, transferRows } from '../payment-rows/payment-rows.ts';
import { type PaymentRow, readPayments } from '../payment-rows/queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body?: MoneyAfterCancel | undefined;
}

/** The money that leaves a cancelled booking. */
type Returned = Exclude<MoneyAfterCancel, { money: 'leave' }>;

const reason = 'Cancelled';

/**
 * Cancels a scheduled or no-show booking. Its money stays where nothing else is said, is given back,
 * or becomes an advance of its person, in the same transaction.
 * @throws `access.denied` where the caller may not give money back
 */
export async function cancelAppointment(
  context: TenantContext,
  { params: { id }, body }: Input,
): Promise<Appointment> {
  if (!body || body.money === 'leave') return changeAppointment(context, id, cancellation);
  assertThat(body.money !== 'refund' || allowed(context, 'payments.refund'), 'access.denied');
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      payments: readPayments({ ids: [id] }),
    });
    const booking = await lockedOf(tx, context, locked);
    const { payments: rows } = locked;
    const money = returnedMoney(booking, rows, body, context);
    const changed = changeOf(booking, context, { ...cancellation, money: () => money }, rows);
    if (!changed) return present(booking, context);
    const detail = { ...changed.detail, money: body.money, paise: booking.amount_paise ?? 0 };
    writeBookings({ tx, announce }, context, [{ ...changed, detail }]);
    return present(changed.after, context);
  });
}

function returnedMoney(
  booking: AppointmentRow,
  rows: readonly PaymentRow[],
  returned: Returned,
  { caller, now }: TenantContext,
): MoneyChange {
  const noted = { by: caller.userId, at: now };
  const standing = rows.map((row) => ({ row, left: leftOf(row, rows) })).filter(({ left }) => left > 0);
  if (returned.money === 'refund') {
    const { method } = returned;
    return {
      payments: standing.map(({ row, left }) => refundOf(row, { paise: left, method, reason }, noted)),
    };
  }
  const patientId = orNotFound(booking.patient_id);
  const moved = { appointmentId: booking.id, patientId, reason };
  return {
    payments: standing.flatMap(({ row, left }) =>
      transferRows({ ...moved, paise: -left, ofId: row.id }, noted),
    ),
    advances: standing.map(({ left }) => ({ patientId, paise: left })),
  };
}
