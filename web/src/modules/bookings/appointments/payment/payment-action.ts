import type { Appointment } from '@samay/contract/bookings/appointments';

/** What the payment's form is called, by whether an amount is set: one payment is not to be taken for two. */
export function paymentAction({ amount }: Pick<Appointment, 'amount'>): string {
  return amount === null ? 'Record payment' : 'Correct payment';
}
