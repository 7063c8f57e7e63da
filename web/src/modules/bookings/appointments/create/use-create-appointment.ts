import { createAppointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { call } from '../../../../lib/api/api.ts';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { refreshAppointments } from '../../api.ts';
import { timeText } from '../../days.ts';
import { alternativesIn } from '../../refusal.ts';
import { useAppointmentWording } from '../../wording.ts';

/**
 * Creates a booking. The idempotency key stays the same until a request succeeds, so a retry after a lost reply creates no second booking. A time
 * that is taken made none: what is sent next is another booking, with a key of its own.
 */
export function useCreateAppointment() {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const { openDetails } = useActions();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (body: NewAppointment) => call(createAppointment, { body, idempotencyKey: (key.current ??= crypto.randomUUID()) }),
    onError: (error) => {
      if (!alternativesIn(error)) return;
      key.current = undefined;
      void client.invalidateQueries({ queryKey: ['availability', 'slots'] });
    },
    onSuccess: (created) => {
      const { id, personName } = created;
      key.current = undefined;
      // The list may show another day: the toast links to the new booking.
      toastDone(`${capitalise(booking)} created for ${personName} on ${timeText(created)}`, () => openDetails(id), 'View');
      void refreshAppointments(client, created);
    },
  });
}
