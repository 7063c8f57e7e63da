import type { ErrorCode } from '@samay/contract/core/errors';
import { AppError } from '../core/app-error.ts';
import { isRefusedBy, overtakenBy } from './errors.ts';

/**
 * The bounds that the database keeps whichever verb writes (server/schema/bookings), by the names of
 * their constraints, with what is answered beyond them.
 */
const bounds = {
  appointments_amount: 'payment.above_most',
  payments_of_booking_bounded: 'payment.too_many',
  payments_of_patient_bounded: 'advance.too_many',
  charges_bounded: 'charge.too_many',
  discounts_bounded: 'discount.too_many',
  papers_bounded: 'paper.too_many',
  money_locked: 'money.locked',
  payments_correct_closed: 'payment.not_correctable',
} satisfies Record<string, ErrorCode>;

/**
 * Returns the refusal for a write beyond a bound, or where another transaction was first each time;
 * undefined for any other error.
 */
export function getRefusal(error: unknown): AppError | undefined {
  const codes = Object.entries({ ...bounds, ...overtakenBy });
  const code = codes.find(([constraint]) => isRefusedBy(error, constraint))?.[1];
  return code && new AppError(code);
}
