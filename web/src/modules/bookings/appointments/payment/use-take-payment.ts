import {
  type Appointment,
  correctAppointment,
  type Corrections,
} from '@samay/contract/bookings/appointments';
import { formatRupees, type PaymentMethod } from '@samay/contract/core/money';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, errorText } from '../../../../lib/api/api.ts';
import { toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import type { Booked } from '../../booked.ts';
import { cacheAppointment, refreshAppointments } from '../../api.ts';

/** What was taken: an amount in paise, how, and what the bank calls it. */
export interface Taken {
  readonly paise: number;
  readonly method: PaymentMethod;
  readonly paymentId?: string | undefined;
}

/**
 * Adds a payment to what a booking has taken so far. It shows at once, can be undone, and goes back
 * where the server refuses it: another desk may have taken it meanwhile.
 */
export function useTakePayment(): (appointment: Booked, taken: Taken) => Promise<void> {
  const client = useQueryClient();
  return useMemo(() => {
    async function write(appointment: Booked, payment: Payment): Promise<Appointment | undefined> {
      const rollback = cacheAppointment(client, {
        id: appointment.id,
        ...payment,
        due: dueWith(appointment, payment),
      });
      let changed: Appointment | undefined;
      try {
        const body = { ...payment, amountBefore: appointment.amount } satisfies Corrections;
        changed = await inTurn(appointment.id, () =>
          call(correctAppointment, { params: { id: appointment.id }, body }),
        );
        cacheAppointment(client, changed);
      } catch (error) {
        rollback();
        toastFailed(errorText(error, 'Failed to record payment'));
      } finally {
        void refreshAppointments(client, changed);
      }
      return changed;
    }

    return async (appointment, { paise, method, paymentId }) => {
      const { amount, paymentMethod, paymentId: idBefore } = appointment;
      const payment = {
        amount: (amount ?? 0) + paise,
        paymentMethod: method,
        paymentId: paymentId || idBefore,
      };
      const changed = await write(appointment, payment);
      if (!changed) return;
      const undo = async () => {
        const undone = await write(changed, { amount, paymentMethod, paymentId: idBefore });
        if (undone) toastDone(`${formatRupees(paise)} of ${appointment.personName} taken back`);
      };
      toastDone(`${formatRupees(paise)} by ${method} from ${appointment.personName}`, () => void undo());
    };
  }, [client]);
}

/** The last payment of each booking that is under way. */
const last = new Map<string, Promise<unknown>>();

/**
 * Sends a payment after the one before it was answered: right after an Undo, the server would
 * compare it with what the Undo has not yet taken back.
 */
async function inTurn<T>(id: string, send: () => Promise<T>): Promise<T> {
  const sent = (last.get(id) ?? Promise.resolve()).then(send, send);
  last.set(id, sent);
  try {
    return await sent;
  } finally {
    if (last.get(id) === sent) last.delete(id);
  }
}

type Payment = Pick<Appointment, 'amount' | 'paymentMethod' | 'paymentId'>;

/** What is due with another amount, until the server says it. */
function dueWith({ price, due }: Booked, { amount }: Payment): number | null {
  return due === null || price === null ? due : Math.max(0, price - (amount ?? 0));
}
