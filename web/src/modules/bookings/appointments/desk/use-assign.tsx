import { type Appointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, useCallback, useState } from 'react';
import { type ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import { toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../../../lib/days.ts';
import { loweredText } from '../../lowered-text.ts';
import { isTaken } from '../../refusal.ts';
import { useAppointmentWording } from '../../wording.ts';

const MoveRefusedDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../../taken-notice.tsx'))).MoveRefusedDialog,
}));

/** A doctor who takes a booking of none. */
export interface Doctor {
  readonly id: string;
  readonly name: string;
}

export type Assign = (booking: Appointment, doctor: Doctor) => Promise<void>;

interface Asked {
  readonly booking: Appointment;
  readonly to: Slot & { readonly overbookedReason?: string };
  /** The doctor's name, shown until the answer; undefined for another start that is offered. */
  readonly name?: string;
}

/**
 * Gives a booking of no doctor to one at its own time. It shows immediately and is taken back if it
 * is refused; the dialog offers what is free if that doctor's time is taken.
 */
export function useAssign(): { assign: Assign; dialog: ReactNode } {
  const client = useQueryClient();
  const { booking: word } = useAppointmentWording();
  const [refused, setRefused] = useState<Asked & { readonly error: ApiError }>();
  const { mutate, mutateAsync, isPending } = useMutation({
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
      toastDone(`${personName} is booked with ${doctor ?? ''}, ${timeText(to)}${loweredText(assigned)}`);
    },
    onError: (error, asked, rollback) => {
      rollback?.();
      if (isTaken(error)) setRefused({ ...asked, error });
      else toastFailed(errorText(error, `Failed to update ${word}`));
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  const assign = useCallback<Assign>(
    async (booking, { id, name }) => {
      const { date, time } = booking;
      await mutateAsync({ booking, to: { date, time, resourceId: id }, name }).catch(() => undefined);
    },
    [mutateAsync],
  );
  const leave = () => setRefused(undefined);
  const dialog = refused && (
    <PartBoundary onGiveUp={leave}>
      <MoveRefusedDialog
        refused={refused}
        busy={isPending}
        onMove={(other) => mutate({ booking: refused.booking, to: { ...refused.to, ...other } })}
        onClose={leave}
      />
    </PartBoundary>
  );
  return { assign, dialog };
}
