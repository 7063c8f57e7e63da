import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Above } from '@samay/contract/bookings/above-due';
import { getMoney, takePayment, voidPayment } from '@samay/contract/bookings/money';
import {
  advanceMethod,
  formatPaymentMethods,
  formatRupees,
  type PaymentMethod,
} from '@samay/contract/core/money';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import type { Booked } from '../../booked.ts';
import { useMoneyChange } from './use-money-change.ts';

/** A payment: an amount in paise, its method, and the bank's reference. */
export interface Taken {
  readonly paise: number;
  readonly method: PaymentMethod;
  readonly reference?: string | undefined;
  /** The use of the part above the amount due. */
  readonly above?: Above | undefined;
  /** The idempotency key of the dialog in which it was taken; by default a new one. */
  readonly key?: string;
}

/** The reason of a payment that its Undo voids. */
const undone = 'Pressed by mistake';

/**
 * Returns a function that takes a payment for a booking. It can be undone, unless a part of it became a
 * charge or an advance. `more` is what its toast
 * offers in addition.
 */
export function useTakePayment(
  more?: (paid: Appointment) => ReactNode,
): (appointment: Booked, taken: Taken) => Promise<void> {
  const change = useMoneyChange();
  return useMemo(() => {
    async function undo(before: Booked, taken: Appointment, { paise, method }: Taken): Promise<void> {
      const { id, personName } = taken;
      const { amount, due, paymentMethod, paymentId } = before;
      const isUndone = await change(taken, {
        guess: { amount, due, paymentMethod, paymentId },
        send: async () =>
          call(voidPayment, {
            params: { id },
            body: { payment: await newestRow(id, paise, method), reason: undone },
            idempotencyKey: crypto.randomUUID(),
          }),
        failed: 'Failed to void payment',
      });
      if (isUndone) toastDone(`${formatRupees(paise)} of ${personName} taken back`);
    }

    return async (appointment, taken) => {
      const { id, personName, amount: amountBefore } = appointment;
      const { paise, method, reference, above, key = crypto.randomUUID() } = taken;
      const changed = await change(appointment, {
        guess: guessAfter(appointment, taken),
        send: () =>
          call(takePayment, {
            params: { id },
            body: {
              amount: paise,
              method,
              ...(reference && { reference }),
              ...(above && { above }),
              amountBefore,
            },
            idempotencyKey: key,
          }),
        failed: 'Failed to take payment',
      });
      if (!changed) return;
      const from = method === advanceMethod ? `from the advance of` : `by ${method} from`;
      toastDone(
        `${formatRupees(paise)} ${from} ${personName}`,
        above ? undefined : () => void undo(appointment, changed, taken),
        'Undo',
        more?.(changed),
      );
    };
  }, [change, more]);
}

/** Returns the id of the newest payment of this amount and method that may be voided. */
async function newestRow(id: string, paise: number, method: PaymentMethod): Promise<string> {
  const { rows } = await call(getMoney, { params: { id } });
  const row = rows.findLast((each) => each.mayVoid && each.paise === paise && each.method === method);
  if (!row) throw new Error('The payment cannot be voided any more.');
  return row.id;
}

/** Returns the booking's money after a payment, until the server returns it. */
function guessAfter(booked: Booked, { paise, method, reference, above }: Taken): Partial<Appointment> {
  const { due, paymentMethod, paymentId } = booked;
  const own = above?.as === 'advance' ? (due ?? 0) : paise;
  const amount = (booked.amount ?? 0) + own;
  return {
    amount,
    due: due === null ? null : Math.max(0, due - paise),
    paymentMethod: formatPaymentMethods([...(paymentMethod?.split(' + ') ?? []), method]),
    paymentId: reference || paymentId,
  };
}
