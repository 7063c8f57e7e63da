import { type Appointment, PaymentDetails } from '@samay/contract/bookings/appointments';
import { paiseFromRupees, rupeesFromPaise } from '@samay/contract/core/money';
import { fieldErrors } from '../../../../ui/form/form-errors.ts';

/** The payment form as its fields hold it; the amount in rupees. */
export interface PaymentValues {
  amount: number | string;
  paymentMethod: string | null;
  paymentId: string;
}

export function paymentValues({ amount, paymentMethod, paymentId }: Appointment): PaymentValues {
  return {
    amount: amount === null ? '' : rupeesFromPaise(amount),
    paymentMethod,
    paymentId: paymentId ?? '',
  };
}

/**
 * What is sent: the fields that differ from how the form was opened, an emptied one as null, so that a wrong entry can be taken back. What a
 * colleague corrects meanwhile stays, and the log names what was changed and nothing else.
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
    amount: values.amount === '' ? null : paiseFromRupees(Number(values.amount)),
    paymentMethod: values.paymentMethod,
    paymentId: values.paymentId.trim() || null,
  };
}
