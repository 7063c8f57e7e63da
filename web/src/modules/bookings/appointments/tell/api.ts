import type { Appointment } from '@samay/contract/bookings/appointments';
import {
  addTelling,
  getTellingOffer,
  type Telling,
  type TellingOffer,
  undoTelling,
} from '@samay/contract/bookings/tellings';
import type { Language } from '@samay/contract/bookings/tellings/message-words';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../../lib/live/live.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';

export type Told = Pick<Appointment, 'id' | 'updatedAt'>;

/**
 * Returns the query of the messages that may be opened for a booking. The time of its last change is
 * part of the key: after a change no earlier text is opened. No other change makes it stale: a long
 * list would ask again for each of its rows.
 */
export function tellingOffer({ id, updatedAt }: Told) {
  return queryOptions({
    queryKey: ['tellings', id, updatedAt],
    queryFn: ({ signal }) => call(getTellingOffer, { params: { id }, signal }),
  });
}

interface Opened {
  readonly kind: Telling['kind'];
  /** The language that was chosen now, which is kept with the person. */
  readonly language?: Language | undefined;
}

/** Notes that a message was opened, and takes that back. */
export function useTellings(booked: Told) {
  const client = useQueryClient();
  const { queryKey } = tellingOffer(booked);
  const params = { id: booked.id };
  const keep = (change: (offer: TellingOffer) => TellingOffer) =>
    client.setQueryData(queryKey, (offer) => offer && change(offer));
  const refresh = () => void refreshAfterChange(client, 'tellings', booked.id);
  const open = useMutation({
    mutationFn: ({ kind, language }: Opened) =>
      call(addTelling, {
        params,
        body: { kind, ...(language && { language }) },
        // A key for each press: a browser may send a request twice.
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ telling }) =>
      keep((offer) => ({ ...offer, tellings: [...without(offer, telling.kind), telling] })),
    onError: (error) => toastFailed(errorText(error, 'Failed to note that WhatsApp was opened')),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: ({ id }: Telling) => call(undoTelling, { params: { ...params, tellingId: id } }),
    onSuccess: (_, { kind }) => keep((offer) => ({ ...offer, tellings: without(offer, kind) })),
    onError: (error) => toastFailed(errorText(error, 'Failed to undo')),
    onSettled: refresh,
  });
  return { open, undo };
}

function without({ tellings }: TellingOffer, kind: Telling['kind']): Telling[] {
  return tellings.filter((telling) => telling.kind !== kind);
}
