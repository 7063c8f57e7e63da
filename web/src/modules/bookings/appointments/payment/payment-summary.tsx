import { VisuallyHidden } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { hasEnded } from '@samay/contract/bookings/statuses';
import { formatPaymentMethods, formatRupees } from '@samay/contract/core/money';
import type { ReactNode } from 'react';
import classes from './payment-summary.module.css';

interface PaymentSummaryProps extends Pick<
  Appointment,
  'status' | 'price' | 'discount' | 'amount' | 'paymentMethod' | 'paymentId'
> {
  /** The button that takes the amount due, in the list of dues. */
  take?: ReactNode;
}

/**
 * Renders amount, discount, methods and payment id in a row of the list. Money of a cancelled or missed
 * booking is a fee. The full id is shown on hover.
 */
export function PaymentSummary({
  status,
  price,
  discount,
  amount,
  paymentMethod,
  paymentId,
  take,
}: PaymentSummaryProps) {
  const methods = paymentMethod === null ? null : formatPaymentMethods(paymentMethod.split(' + '));
  const isFee = hasEnded(status) && (amount ?? 0) > 0;
  const note = isFee ? 'Fee' : discountText({ price, discount });
  if (amount === null && methods === null && paymentId === null && note === null) {
    if (take) return take;
    return (
      <span className={classes.none}>
        <span aria-hidden>—</span>
        <VisuallyHidden>No payment</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.payment}>
      {(methods !== null || paymentId !== null || note !== null) && (
        <span className={classes.means}>
          {note !== null && <span>{note}</span>}
          {methods !== null && <span>{methods}</span>}
          {paymentId !== null && (
            <span className={classes.id} title={paymentId}>
              {shortPaymentId(paymentId)}
            </span>
          )}
        </span>
      )}
      {amount !== null && <span className={classes.amount}>{formatRupees(amount)}</span>}
      {take}
    </span>
  );
}

/** Names the discount on a price: `No charge`, `₹200 off`; null if there is none. */
export function discountText({ price, discount }: Pick<Appointment, 'price' | 'discount'>): string | null {
  if (discount === 0) return null;
  return discount === price ? 'No charge' : `${formatRupees(discount)} off`;
}

/** Returns the first 8 characters of a payment id, with an ellipsis if it is longer. */
export function shortPaymentId(paymentId: string): string {
  return paymentId.length > 8 ? `${paymentId.slice(0, 8)}…` : paymentId;
}
