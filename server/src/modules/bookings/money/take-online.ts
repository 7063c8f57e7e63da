import type { BookingContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { runTogether } from '../../../db/transaction.ts';
import { paymentOn, readPayments } from '../../ledger/index.ts';
import { lockBooking } from '../rows/queries.ts';
import { type Writing, writeBookings } from '../rows/write.ts';
import { withMoney } from './change-money.ts';

interface Captured {
  readonly appointmentId: string;
  readonly paise: number;
  /** The provider's payment id. */
  readonly reference: string;
}

/**
 * Writes the row of money of a payment that a provider has captured for a booking, with the booking's amount, in the
 * caller's transaction: in no drawer, because no user took it. Returns the id of the row.
 * @throws `not_found` for a booking that is gone
 */
export async function takeOnline(
  writing: Writing,
  context: BookingContext,
  { appointmentId: id, paise, reference }: Captured,
): Promise<string> {
  const locked = await runTogether(writing.tx, context, {
    bookings: lockBooking({ id }),
    payments: readPayments({ ids: [id] }),
  });
  const booking = orNotFound(locked.bookings[0]);
  const money = { paise, method: 'Online', reference };
  const noted = { by: null, at: context.now };
  const payment = { ...paymentOn({ appointment_id: id }, money, noted), source: 'online' as const };
  const decided = {
    payments: [payment],
    reference,
    action: 'money.taken' as const,
    detail: { payment: payment.id, paise, method: money.method, online: true },
  };
  writeBookings(writing, context, [withMoney(booking, locked.payments, decided, context)]);
  return payment.id;
}
