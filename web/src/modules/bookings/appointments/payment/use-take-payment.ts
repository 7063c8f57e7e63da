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

/** A payment: an amount in paise, its method, and the bank's reference. */
export interface Taken {
  readonly paise: number;
  readonly method: PaymentMethod;
  readonly paymentId?: string | undefined;
}

/**
 * Adds a payment to the amount that a booking has paid so far. It shows at once, can be undone, and
 * is rolled back if the server refuses it: another desk may have taken it meanwhile.
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

/** The last pending payment of each booking. */
const last = new Map<string, Promise<unknown>>();

/**
 * Sends a payment after the previous one was answered: right after an Undo, the server would
 * compare it with a value that the Undo has not yet restored.
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

/** Returns the balance due after another amount, until the server returns it. */
function dueWith({ price, due }: Booked, { amount }: Payment): number | null {
  return due === null || price === null ? due : Math.max(0, price - (amount ?? 0));
}
