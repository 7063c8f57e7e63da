import {
  type Appointment,
  completeAppointment,
  markArrived,
  markNoShow,
  reopenAppointment,
  undoArrival,
} from '@samay/contract/appointments';
import { now } from '@samay/contract/time';
import { capitalise } from '@samay/contract/wording';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, errorText } from '../../lib/api.ts';
import { toastDone, toastFailed } from '../../ui/toast.tsx';
import { keepAppointment, refreshAppointments } from './api.ts';
import { useWording } from './use-wording.ts';

type Transition = typeof completeAppointment;

export interface Transitions {
  complete(appointment: Appointment): Promise<void>;
  markNoShow(appointment: Appointment): Promise<void>;
  reopen(appointment: Appointment): Promise<void>;
  toggleArrived(appointment: Appointment): Promise<void>;
}

/**
 * The changes of a booking that need no form. Those with a way back show at once and are put back when the server
 * refuses; completing has none, so it waits for the answer.
 */
export function useTransitions(): Transitions {
  const client = useQueryClient();
  const { booking } = useWording();

  return useMemo(() => {
    async function change(appointment: Appointment, to: Transition, guess?: Partial<Appointment>): Promise<boolean> {
      const putBack = guess && keepAppointment(client, { ...appointment, ...guess });
      try {
        keepAppointment(client, await call(to, { params: { id: appointment.id } }));
        return true;
      } catch (error) {
        putBack?.();
        toastFailed(errorText(error, `Failed to update ${booking}`));
        return false;
      } finally {
        void refreshAppointments(client);
      }
    }

    async function reopen(appointment: Appointment): Promise<void> {
      if (await change(appointment, reopenAppointment)) toastDone(`${capitalise(booking)} scheduled again`);
    }

    return {
      reopen,
      async complete(appointment) {
        if (await change(appointment, completeAppointment)) toastDone(`${capitalise(booking)} completed`);
      },
      async markNoShow(appointment) {
        const isDone = await change(appointment, markNoShow, { status: 'no_show', may: untilAnswered(appointment) });
        if (isDone) toastDone(`${appointment.personName} marked as no-show`, () => void reopen(appointment));
      },
      async toggleArrived(appointment) {
        const isHere = appointment.arrivedAt !== null;
        await change(appointment, isHere ? undoArrival : markArrived, { arrivedAt: isHere ? null : now().toISOString() });
      },
    };
  }, [client, booking]);
}

/** What a booking in a new status may do, only the server knows: nothing that changes it again until it has answered. */
function untilAnswered({ may }: Appointment): Appointment['may'] {
  return { ...may, cancel: false, complete: false, markNoShow: false, reopen: false, reschedule: false, markArrived: false };
}
