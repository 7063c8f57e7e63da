import { rescheduleAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { timeText } from '../../days.ts';
import { isTaken } from '../../refusal.ts';
import { useAppointmentWording } from '../../wording.ts';

/** A doctor who takes a booking of none. */
export interface Doctor {
  readonly id: string;
  readonly name: string;
}

interface Asked {
  readonly booking: Booked;
  readonly to: Slot & { readonly overbookedReason?: string };
  /** The doctor's name, shown until the answer; undefined for another start that is offered. */
  readonly name?: string;
}

/** A doctor's time that is taken, with the free alternatives. */
export interface RefusedAssignment extends Asked {
  readonly error: ApiError;
}

/**
 * Gives a booking of no doctor to one at its own time. It shows immediately and is taken back if it is
 * refused; `refused` has the free alternatives if that doctor's time is taken.
 */
export function useAssign() {
  const client = useQueryClient();
  const { booking: word } = useAppointmentWording();
  const [refused, setRefused] = useState<RefusedAssignment>();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ booking: { id, date, time }, to }: Asked) =>
      call(rescheduleAppointment, { params: { id }, body: { ...to, before: { date, time } } }),
    onMutate: ({ booking: { id }, to: { resourceId }, name }) =>
      name === undefined
        ? undefined
        : cacheAppointment(client, { id, resourceId, resourceName: name, doctor: name }),
    onSuccess: (assigned, { to }) => {
      setRefused(undefined);
      cacheAppointment(client, assigned);
      const { personName, doctor } = assigned;
      toastDone(`${personName} is booked with ${doctor ?? ''}, ${timeText(to)}`);
    },
    onError: (error, asked, rollback) => {
      rollback?.();
      if (isTaken(error)) setRefused({ ...asked, error });
      else toastFailed(errorText(error, `Failed to update ${word}`));
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  const give = useCallback(
    async (asked: Asked): Promise<void> => void (await mutateAsync(asked).catch(() => undefined)),
    [mutateAsync],
  );
  return { give, isPending, refused, leave: () => setRefused(undefined) };
}
