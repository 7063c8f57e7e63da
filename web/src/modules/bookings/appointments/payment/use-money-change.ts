import type { Appointment } from '@samay/contract/bookings/appointments';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import type { Booked } from '../../booked.ts';

/** A change of a booking's money. */
interface MoneyChange {
  /** The fields that the change is expected to have, shown immediately. */
  readonly guess: Partial<Appointment>;
  readonly send: () => Promise<Appointment>;
  /** The message of a failed connection. */
  readonly failed: string;
}

/**
 * Returns a function that changes the money of a booking. The change shows immediately and is
 * rolled back if the server refuses it: another desk may have taken the money in the meantime. The
 * function returns the changed booking, or undefined after a refusal.
 */
export function useMoneyChange() {
  const client = useQueryClient();
  return useCallback(
    async ({ id }: Booked, { guess, send, failed }: MoneyChange): Promise<Appointment | undefined> => {
      const rollback = cacheAppointment(client, { id, ...guess });
      let changed: Appointment | undefined;
      try {
        changed = await inTurn(id, send);
        cacheAppointment(client, changed);
      } catch (error) {
        rollback();
        toastFailed(errorText(error, failed));
      } finally {
        void refreshAppointments(client, changed);
      }
      return changed;
    },
    [client],
  );
}

/** The last pending change of each booking. */
const last = new Map<string, Promise<unknown>>();

/**
 * Sends a change after the previous one was answered: right after an Undo, the server would compare
 * it with a value that the Undo has not yet restored.
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
