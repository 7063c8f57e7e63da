import type { Appointment } from '@samay/contract/bookings/appointments';
import {
  addWhatsAppMessage,
  getWhatsAppOffer,
  type WhatsAppMessage,
  type WhatsAppOffer,
  undoWhatsAppMessage,
} from '@samay/contract/bookings/whatsapp-messages';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { useMinute } from '../../../../lib/browser/use-minute.ts';
import { refreshAfterChange } from '../../../../lib/live/live.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';

export type Told = Pick<Appointment, 'id' | 'updatedAt'>;

/**
 * Returns the query of the messages that may be opened for a booking. The time of its last change is
 * part of the key: after a change no earlier text is opened. A change of this booking makes it stale
 * wherever it is offered, and no change of another one (batch-invalidations.ts).
 */
function whatsAppOffer({ id, updatedAt }: Told) {
  return queryOptions({
    queryKey: ['messages', id, updatedAt],
    queryFn: ({ signal }) => call(getWhatsAppOffer, { params: { id }, signal }),
  });
}

/** Returns the query of the messages for a booking, without those that no longer fit at this minute. */
export function useWhatsAppOffer(booked: Told, enabled: boolean) {
  const minute = useMinute();
  const query = useQuery({ ...whatsAppOffer(booked), enabled });
  const { data } = query;
  const kinds = data?.kinds.filter(({ until }) => !until || `${until.date} ${until.time}` > minute) ?? [];
  return { ...query, data: data && { ...data, kinds } };
}

interface Opened {
  readonly kind: WhatsAppMessage['kind'];
  /** The language that was chosen now, which is kept with the person. */
  readonly language?: Language | undefined;
}

/** Notes that a message was opened, and takes that back. */
export function useWhatsAppMessages(booked: Told) {
  const client = useQueryClient();
  const { queryKey } = whatsAppOffer(booked);
  const params = { id: booked.id };
  const keep = (change: (offer: WhatsAppOffer) => WhatsAppOffer) =>
    client.setQueryData(queryKey, (offer) => offer && change(offer));
  const refresh = () => void refreshAfterChange(client, 'messages', booked.id);
  const open = useMutation({
    mutationFn: ({ kind, language }: Opened) =>
      call(addWhatsAppMessage, {
        params,
        body: { kind, ...(language && { language }) },
        // A key for each press: a browser may send a request twice.
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ whatsAppMessage }) =>
      keep((offer) => ({
        ...offer,
        whatsAppMessages: [...without(offer, whatsAppMessage.kind), whatsAppMessage],
      })),
    onError: (error) => toastFailed(errorText(error, 'Failed to note that WhatsApp was opened')),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: ({ id }: WhatsAppMessage) =>
      call(undoWhatsAppMessage, { params: { ...params, whatsAppMessageId: id } }),
    onSuccess: (_, { kind }) => keep((offer) => ({ ...offer, whatsAppMessages: without(offer, kind) })),
    onError: (error) => toastFailed(errorText(error, 'Failed to undo')),
    onSettled: refresh,
  });
  return { open, undo };
}

function without({ whatsAppMessages }: WhatsAppOffer, kind: WhatsAppMessage['kind']): WhatsAppMessage[] {
  return whatsAppMessages.filter((whatsAppMessage) => whatsAppMessage.kind !== kind);
}
