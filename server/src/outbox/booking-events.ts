import { LocalDate, LocalTime } from '@samay/contract/core/time';
import { z } from 'zod';
import { run } from '../db/run-statement.ts';
import { announceAtCommit, type TenantWork, type Tx } from '../db/tenant.ts';
import { eventKind } from './kinds.ts';
import { insertEffects, insertEvent } from './queries.ts';

/**
 * The changes of a booking. `renamed`: it shows another name, that of its person, doctor or court.
 * `corrected`: time, length or name of one that is completed. `details_corrected`: what no
 * receiver outside shows, such as its payment.
 */
const BookingChange = z.enum([
  'created',
  'moved',
  'cancelled',
  'reopened',
  'renamed',
  'corrected',
  'details_corrected',
  'arrived',
  'arrival_undone',
  'started',
  'start_undone',
  'completed',
  'completion_undone',
  'no_show',
  'prescribed',
]);
export type BookingChange = z.infer<typeof BookingChange>;

/** The payload of an event: what changed of which booking, and nothing about its person. */
export const BookingEvent = z.strictObject({
  appointmentId: z.uuid(),
  change: BookingChange,
  /** Date and time before a move, in India. */
  from: z.strictObject({ date: LocalDate, time: LocalTime }).optional(),
  /** False for a booking that changed together with another one, of which its person is mailed. */
  isMailed: z.literal(false).optional(),
});
export type BookingEvent = z.infer<typeof BookingEvent>;

/** Events that one statement writes. */
const mostAtOnce = 500;

/**
 * Writes the events of changed bookings in the transaction that changes them, whether or not
 * anything listens: the worker turns them into effects.
 */
export async function writeBookingEvents(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  events: readonly BookingEvent[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  if (events.length === 1)
    await run(tx, { tenantId }, insertEvent({ subject: first.appointmentId, payload: textOf(first), now }));
  else
    for (let at = 0; at < events.length; at += mostAtOnce) {
      const rows = events.slice(at, at + mostAtOnce);
      await insertEffects(
        tx,
        now,
        rows.map((event) => ({ tenantId, kind: eventKind, subject: event.appointmentId, payload: event })),
      );
    }
  announceAtCommit(tx, { channel: 'outbox', payload: 'events' });
}

function textOf(event: BookingEvent): string {
  return JSON.stringify(event);
}
