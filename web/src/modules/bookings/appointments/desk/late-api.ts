import { endLateness, getLateness, type LateDoctor, setLateness } from '@samay/contract/bookings/lateness';
import { addWhatsAppMessage } from '@samay/contract/bookings/whatsapp-messages';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../../lib/live/live.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';

/** Returns the query of a doctor's lateness, with the people who have not come yet. */
export function latenessQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'lateness', id],
    queryFn: ({ signal }) => call(getLateness, { params: { id }, signal }),
    // The instant from which minutes count follows the clock.
    refetchInterval: 30_000,
  });
}

/** Says by how many minutes a doctor is late, or with null that they are not, and tells the people. */
export function useLateness(id: string) {
  const client = useQueryClient();
  const { queryKey } = latenessQuery(id);
  const say = useMutation({
    mutationFn: (minutes: number | null) =>
      minutes === null
        ? call(endLateness, { params: { id } })
        : call(setLateness, { params: { id }, body: { minutes } }),
    onSuccess: (said) => client.setQueryData(queryKey, (shown) => shown && { ...shown, ...said }),
    onError: (error) => toastFailed(errorText(error, 'Failed to note who is late')),
    onSettled: () => void refreshAfterChange(client, 'availability', id),
  });
  const tell = useMutation({
    mutationFn: (bookingId: string) =>
      call(addWhatsAppMessage, {
        params: { id: bookingId },
        body: { kind: 'late' },
        // A key for each press: a browser may send a request twice.
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ whatsAppMessage: told }, bookingId) =>
      client.setQueryData(queryKey, (shown) => shown && withTold(shown, bookingId, told)),
    onError: (error) => toastFailed(errorText(error, 'Failed to note that WhatsApp was opened')),
    onSettled: (_data, _error, bookingId) => void refreshAfterChange(client, 'messages', bookingId),
  });
  return { say, tell };
}

function withTold(
  shown: LateDoctor,
  bookingId: string,
  told: LateDoctor['people'][number]['told'],
): LateDoctor {
  return {
    ...shown,
    people: shown.people.map((person) => (person.id === bookingId ? { ...person, told } : person)),
  };
}
