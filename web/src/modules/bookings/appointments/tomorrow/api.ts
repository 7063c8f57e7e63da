import type { Appointment } from '@samay/contract/bookings/appointments';
import { markComing, undoComing } from '@samay/contract/bookings/transitions';
import { getTomorrow, type RemindedBooking, type Tomorrow } from '@samay/contract/bookings/tomorrow';
import { addWhatsAppMessage, undoWhatsAppMessage } from '@samay/contract/bookings/whatsapp-messages';
import type { LocalDate } from '@samay/contract/core/time';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { refreshAfterChange } from '../../../../lib/live/live.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';

/** Returns the query of a day's people who have not come. */
export function expectedPeople(date: LocalDate) {
  return queryOptions({
    queryKey: ['appointments', 'tomorrow', date],
    queryFn: ({ signal }) => call(getTomorrow, { query: { date }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Changes the rows of a day: notes a reminder that was opened, takes it back, and notes who comes. */
export function useTomorrow(date: LocalDate) {
  const client = useQueryClient();
  const { queryKey } = expectedPeople(date);
  const keep = (id: string, change: Partial<RemindedBooking>) =>
    client.setQueryData(queryKey, (shown) => shown && withRow(shown, id, change));
  const remind = useMutation({
    mutationFn: ({ id }: RemindedBooking) =>
      // A key for each press: a browser may send a request twice.
      call(addWhatsAppMessage, {
        params: { id },
        body: { kind: 'reminder' },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ whatsAppMessage }, { id }) => keep(id, { reminded: whatsAppMessage }),
    onError: (error) => toastFailed(errorText(error, 'Failed to note that WhatsApp was opened')),
    onSettled: (_data, _error, { id }) => void refreshAfterChange(client, 'messages', id),
  });
  const undo = useMutation({
    mutationFn: ({ id, messageId }: { id: string; messageId: string }) =>
      call(undoWhatsAppMessage, { params: { id, whatsAppMessageId: messageId } }),
    onSuccess: (_data, { id }) => keep(id, { reminded: null }),
    onError: (error) => toastFailed(errorText(error, 'Failed to undo')),
    onSettled: (_data, _error, { id }) => void refreshAfterChange(client, 'messages', id),
  });
  const coming = useMutation({
    mutationFn: ({ id, comingAt }: RemindedBooking) =>
      call(comingAt === undefined ? markComing : undoComing, { params: { id } }),
    onMutate: ({ id, comingAt }) =>
      keep(id, { comingAt: comingAt === undefined ? serverNow().toISOString() : undefined }),
    onSuccess: (changed: Appointment) => cacheAppointment(client, changed),
    onError: (error) => toastFailed(errorText(error, 'Failed to note who comes')),
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  return { remind, undo, coming };
}

function withRow(shown: Tomorrow, id: string, change: Partial<RemindedBooking>): Tomorrow {
  return { ...shown, rows: shown.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) };
}
