import {
  type Appointment,
  createAppointment,
  type NewAppointment,
} from '@samay/contract/bookings/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../../lib/api/api.ts';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import { useSession } from '../../../../../lib/session/session.tsx';
import { refreshAppointments } from '../../../api.ts';
import { isOver, isTaken } from '../../../refusal.ts';

/** The idempotency key of the request that is not answered yet, if there is one. */
export interface HeldKey {
  current?: string | undefined;
}

/** A booking to create, and the idempotency key of its request. */
export interface CreateRequest {
  readonly body: NewAppointment;
  readonly key: string;
}

interface CreateOptions<Request> {
  /** Held by the form with its draft. */
  keyRef: HeldKey;
  /** Reports a new booking to the user. */
  onCreated: (created: Appointment, request: Request) => void;
}

/**
 * Creates a booking. `nextKey` returns the key of the next request. It stays the same until a
 * request succeeds, so a retry after a lost reply creates no second booking, or is over (`isOver`).
 */
export function useCreateAppointment<Request extends CreateRequest = CreateRequest>({
  keyRef,
  onCreated,
}: CreateOptions<Request>) {
  const client = useQueryClient();
  const { user } = useSession();
  const nextKey = (): string => (keyRef.current ??= crypto.randomUUID());
  const create = useMutation({
    mutationFn: ({ body, key }: Request) => call(createAppointment, { body, idempotencyKey: key }),
    onError: (error) => {
      if (isOver(error)) keyRef.current = undefined;
      if (isTaken(error)) void client.invalidateQueries({ queryKey: ['availability', 'slots'] });
    },
    onSuccess: (created, request) => {
      keyRef.current = undefined;
      keepNumber(user.id, created.personContact);
      onCreated(created, request);
      void refreshAppointments(client, created);
    },
  });
  return { ...create, nextKey };
}

/** The minutes for which a number is offered again: a family is booked in a row. */
const offeredMinutes = 10;
let last: { readonly userId: string; readonly contact: string | null; readonly at: Date } | null = null;

/**
 * Keeps the number of the booking just made, or that it had none. Like a draft it lives in the
 * memory of this tab and belongs to one user.
 */
export function keepNumber(userId: string, contact: string | null): void {
  last = { userId, contact, at: serverNow() };
}

/** Returns the number that the user booked last, for ten minutes. */
export function lastNumberOf(userId: string): string | null {
  if (last?.userId !== userId) return null;
  return serverNow().getTime() - last.at.getTime() < offeredMinutes * 60_000 ? last.contact : null;
}
