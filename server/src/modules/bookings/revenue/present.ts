import { classifyPaymentMethod } from '@samay/contract/core/money';
import type { Transaction } from '@samay/contract/bookings/revenue';
import type { RevenueRow } from './queries.ts';

/** Maps a booking that counts as revenue to the contract's transaction. */
export function presentTransaction(row: RevenueRow): Transaction {
  return {
    id: row.id,
    personName: row.person_name,
    personContact: row.person_contact,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    reference: row.reference,
    amount: row.amount_paise ?? 0,
    paymentMethod: classifyPaymentMethod(row.payment_method ?? ''),
  };
}
