import { VisuallyHidden } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { classifyPaymentMethod, formatRupees } from '@samay/contract/core/money';
import { Badge } from '../../../../ui/table/badge.tsx';
import classes from './payment-summary.module.css';

type Payment = Pick<Appointment, 'amount' | 'paymentMethod' | 'paymentId'>;

/** Amount, method and payment id as a row shows them; the whole id on hover. */
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
          {paymentMethod !== null && <Badge tone="quiet" text={classifyPaymentMethod(paymentMethod)} />}
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

/** A payment id as rows show it: 8 characters, and a sign that there is more. Apart from the form's rules, which load with the form. */
export function shortPaymentId(paymentId: string): string {
  return paymentId.length > 8 ? `${paymentId.slice(0, 8)}…` : paymentId;
}
