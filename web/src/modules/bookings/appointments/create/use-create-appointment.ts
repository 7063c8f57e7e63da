import { createAppointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { call } from '../../../../lib/api/api.ts';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { refreshAppointments } from '../api.ts';
import { timeText } from '../days.ts';
import { useAppointmentWording } from '../wording.ts';

/**
 * Books with one idempotency key for as long as the form is open, so that a retry after a lost answer makes one booking;
 * a new key after success.
 */
export function useCreateAppointment() {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const { openDetails } = useActions();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (body: NewAppointment) => call(createAppointment, { body, idempotencyKey: (key.current ??= crypto.randomUUID()) }),
    onSuccess: (created) => {
      const { id, personName } = created;
      key.current = undefined;
      // Where the list is at another day, this is the way to it.
      toastDone(`${capitalise(booking)} created for ${personName} on ${timeText(created)}`, () => openDetails(id), 'View');
      void refreshAppointments(client);
    },
  });
}
