import { PaymentDetails } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { fieldErrors } from '../../../../ui/form/form-errors.ts';
import type { Booked } from '../../booked.ts';

/** The values of the payment form as its fields hold them; the amount as typed. */
export interface PaymentValues {
  amount: string;
  paymentMethod: string | null;
  paymentId: string;
}

export function paymentValues({ amount, paymentMethod, paymentId }: Booked): PaymentValues {
  return {
    amount: amount === null ? '' : formatRupees(amount),
    paymentMethod,
    paymentId: paymentId ?? '',
  };
}

/**
 * Builds the request body: only the fields that changed since the form was opened, an emptied one
 * as null so that a wrong entry can be removed. A concurrent correction of other fields is kept,
 * and the audit log names only the changed fields.
 */
export function paymentChanges(values: PaymentValues, opened: PaymentValues): Partial<PaymentDetails> {
  const [typed, before] = [paymentBody(values), paymentBody(opened)];
  return {
    ...(typed.amount !== before.amount && { amount: typed.amount }),
    ...(typed.paymentMethod !== before.paymentMethod && { paymentMethod: typed.paymentMethod }),
    ...(typed.paymentId !== before.paymentId && { paymentId: typed.paymentId }),
  };
}

export function paymentErrors(values: PaymentValues): Record<string, string> {
  return fieldErrors(PaymentDetails.safeParse(paymentBody(values)).error);
}

function paymentBody(values: PaymentValues): PaymentDetails {
  return {
    amount: parseRupees(values.amount),
    paymentMethod: values.paymentMethod,
    paymentId: values.paymentId.trim() || null,
  };
}
