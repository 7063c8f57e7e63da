import type { BookingContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { runTogether } from '../../../db/transaction.ts';
import { leastOnlinePaise } from '@samay/contract/public/online-booking';
import { paymentOn, readPayments } from '../../ledger/index.ts';
import { readRefundPercent } from '../../online-payments/index.ts';
import { type AppointmentRow, lockBooking } from '../rows/queries.ts';
import { type Writing, writeBookings } from '../rows/write.ts';
import { moneyReason } from './cancel.ts';
import { withMoney } from './change-money.ts';
import { cancelledByPerson } from './online-money.ts';

interface Captured {
  readonly appointmentId: string;
  readonly paise: number;
  /** The provider's payment id. */
  readonly reference: string;
}

/**
 * Writes the row of money of a payment that a provider has captured for a booking, with the booking's amount, in the
 * caller's transaction: in no drawer, because no user took it. Where its person has cancelled before the capture, it
 * goes back by the rule that they read before they paid; where the business has cancelled, all of it goes back.
 * Returns the id of the row.
 * @throws `not_found` for a booking that does not exist
 */
export async function takeOnline(
  writing: Writing,
  context: BookingContext,
  { appointmentId: id, paise, reference }: Captured,
): Promise<string> {
  const locked = await runTogether(writing.tx, context, {
    bookings: lockBooking({ id }),
    payments: readPayments({ ids: [id] }),
    rule: readRefundPercent({ paymentId: reference }),
  });
  const booking = orNotFound(locked.bookings[0]);
  const money = { paise, method: 'Online', reference };
  const noted = { by: null, at: context.now };
  const payment = { ...paymentOn({ appointment_id: id }, money, noted), source: 'online' as const };
  const back = computeBack(booking, locked.rule[0]?.percent ?? 0, paise);
  const of = { payment_id: reference, of_id: payment.id, appointment_id: id };
  const decided = {
    payments: [payment],
    refunds: back === 0 ? [] : [{ ...of, paise: back, reason: chooseReason(booking) }],
    reference,
    action: 'money.taken' as const,
    detail: { payment: payment.id, paise, method: money.method, online: true },
  };
  writeBookings(writing, context, [withMoney(booking, locked.payments, decided, context)]);
  return payment.id;
}

/** Returns why money of a cancelled booking goes back. */
function chooseReason({ own_change: change }: AppointmentRow): string {
  return change === 'cancelled' ? cancelledByPerson : moneyReason;
}

/** Returns what goes back of a payment whose person has cancelled meanwhile, in paise. */
function computeBack({ status, own_change: change }: AppointmentRow, percent: number, paise: number): number {
  if (status !== 'cancelled') return 0;
  const back = Math.floor((paise * (change === 'cancelled' ? percent : 100)) / 100);
  return back < leastOnlinePaise ? 0 : back;
}
