import { VisuallyHidden } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { classifyPaymentMethod, formatRupees } from '@samay/contract/core/money';
import classes from './payment-summary.module.css';

type Payment = Pick<Appointment, 'amount' | 'paymentMethod' | 'paymentId'>;

/** Renders amount, method and payment id in a row of the list. The full id is shown on hover. */
export function PaymentSummary({ amount, paymentMethod, paymentId }: Payment) {
  if (amount === null && paymentMethod === null && paymentId === null) {
    return (
      <span className={classes.none}>
        <span aria-hidden>—</span>
        <VisuallyHidden>No payment</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.payment}>
      {(paymentMethod !== null || paymentId !== null) && (
        <span className={classes.means}>
          {paymentMethod !== null && <span>{classifyPaymentMethod(paymentMethod)}</span>}
          {paymentId !== null && (
            <span className={classes.id} title={paymentId}>
              {shortPaymentId(paymentId)}
            </span>
          )}
        </span>
      )}
      {amount !== null && <span className={classes.amount}>{formatRupees(amount)}</span>}
    </span>
  );
}

/** Returns the first 8 characters of a payment id, with an ellipsis if it is longer. */
export function shortPaymentId(paymentId: string): string {
  return paymentId.length > 8 ? `${paymentId.slice(0, 8)}…` : paymentId;
}
