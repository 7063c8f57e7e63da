import type { Appointment } from '@samay/contract/bookings/appointments';
import {
  addTelling,
  getTellingOffer,
  type Telling,
  type TellingOffer,
  undoTelling,
} from '@samay/contract/bookings/tellings';
import type { Language } from '@samay/contract/bookings/tellings/message-words';
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
function tellingOffer({ id, updatedAt }: Told) {
  return queryOptions({
    queryKey: ['tellings', id, updatedAt],
    queryFn: ({ signal }) => call(getTellingOffer, { params: { id }, signal }),
  });
}

/** Returns the query of the messages for a booking, without those that no longer fit at this minute. */
export function useTellingOffer(booked: Told, enabled: boolean) {
  const minute = useMinute();
  const query = useQuery({ ...tellingOffer(booked), enabled });
  const { data } = query;
  const kinds = data?.kinds.filter(({ until }) => !until || `${until.date} ${until.time}` > minute) ?? [];
  return { ...query, data: data && { ...data, kinds } };
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
