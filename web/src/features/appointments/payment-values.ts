import { type Appointment, PaymentDetails } from '@samay/contract/appointments';
import { paiseFromRupees, rupeesFromPaise } from '@samay/contract/money';
import { amountMessage } from './booking-values.ts';

/** The payment form as its fields hold it; the amount in rupees. */
export interface PaymentValues {
  amount: number | string;
  paymentMethod: string | null;
  paymentId: string;
  personContact: string;
}

export function paymentValues({ amount, paymentMethod, paymentId, personContact }: Appointment): PaymentValues {
  return {
    amount: amount === null ? '' : rupeesFromPaise(amount),
    paymentMethod,
    paymentId: paymentId ?? '',
    personContact: personContact ?? '',
  };
}

/** What is sent: every field, an emptied one as null, so that a wrong entry can be taken back. */
export function paymentBody(values: PaymentValues): PaymentDetails {
  return {
    amount: values.amount === '' ? null : paiseFromRupees(Number(values.amount)),
    paymentMethod: values.paymentMethod,
    paymentId: values.paymentId.trim() || null,
    personContact: values.personContact.trim() || null,
  };
}

export function paymentErrors(values: PaymentValues): Record<string, string> {
  const result = PaymentDetails.safeParse(paymentBody(values));
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= path[0] === 'amount' ? amountMessage : message;
  return errors;
}
