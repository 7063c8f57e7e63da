import type { Appointment } from '@samay/contract/bookings/appointments';

/**
 * Returns whether the form of a payment is offered. A cancelled booking takes no money; what it has
 * can be corrected.
 */
export function mayNotePayment({
  may,
  status,
  amount,
}: Pick<Appointment, 'may' | 'status' | 'amount'>): boolean {
  return may.includes('recordPayment') && (status !== 'cancelled' || amount !== null);
}
