import {
  type Appointment,
  createAppointment,
  type NewAppointment,
} from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { refreshAppointments } from '../../api.ts';
import { timeText } from '../../days.ts';
import { alternativesIn } from '../../refusal.ts';
import { useAppointmentWording } from '../../wording.ts';
import { keepNumber } from './person/last-number.ts';

/** Reports a new booking to the user; by default with a toast. */
interface Telling {
  onCreated?: (created: Appointment) => void;
}

/**
 * Creates a booking. The idempotency key stays the same until a request succeeds, so a retry after
 * a lost reply creates no second booking. After `slot.taken` nothing was created: the next request
 * gets a new key, as it does after a key that belongs to another request.
 */
export function useCreateAppointment({ onCreated }: Telling = {}) {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const { openDetails } = useActions();
  const { user } = useSession();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (body: NewAppointment) =>
      call(createAppointment, { body, idempotencyKey: (key.current ??= crypto.randomUUID()) }),
    onError: (error) => {
      const isTaken = alternativesIn(error) !== undefined;
      if (isTaken || (error instanceof ApiError && error.code === 'idempotency.mismatch'))
        key.current = undefined;
      if (isTaken) void client.invalidateQueries({ queryKey: ['availability', 'slots'] });
    },
    onSuccess: (created) => {
      const { id, personName, personContact } = created;
      key.current = undefined;
      keepNumber(user.id, personContact);
      if (onCreated) onCreated(created);
      // The list may show another day: the toast links to the new booking.
      else
        toastDone(
          `${capitalise(booking)} created for ${personName} on ${timeText(created)}`,
          () => openDetails(id),
          'View',
        );
      void refreshAppointments(client, created);
    },
  });
}
