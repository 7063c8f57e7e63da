import { createSeries } from '@samay/contract/bookings/series';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { formatCount } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../../../lib/api/api.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { toastDone } from '../../../../../ui/feedback/toast.tsx';
import { refreshAppointments } from '../../../api.ts';
import { isOver, isTaken } from '../../../refusal.ts';
import { wording } from '@samay/contract/core/wording';
import { useAppointmentWording } from '../../../wording.ts';
import { keepNumber } from '../model/use-create-appointment.ts';

/**
 * Creates a series, all of it or nothing, once under its key like a booking. If a date was taken in the meantime, the dates are
 * fetched again.
 */
export function useCreateSeries() {
  const client = useQueryClient();
  const { user } = useSession();
  const { bookings } = wording[useAppointmentWording().businessType];
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: (body: BodyInput<typeof createSeries>) =>
      call(createSeries, { body, idempotencyKey: (key.current ??= crypto.randomUUID()) }),
    onError: (error) => {
      if (isOver(error)) key.current = undefined;
      if (isTaken(error)) void client.invalidateQueries({ queryKey: ['availability', 'slots'] });
    },
    onSuccess: ({ items }) => {
      key.current = undefined;
      keepNumber(user.id, items[0]?.personContact ?? null);
      toastDone(`${formatCount(items.length)} ${bookings} created for ${items[0]?.personName ?? ''}`);
      void refreshAppointments(client, items[0]);
    },
  });
}
