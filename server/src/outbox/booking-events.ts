import { Instant, LocalDate, LocalTime } from '@samay/contract/core/time';
import { z } from 'zod';
import { announceAtCommit, type TenantWork, type Tx } from '../db/tenant.ts';
import { atCommit } from '../db/transaction.ts';
import { insertEvent } from './queries.ts';

/**
 * The changes of a booking. `renamed`: it shows another name, that of its person, doctor or court.
 * `corrected`: time, length or name of a completed one. `details_corrected`: details that no
 * receiver outside shows, such as its payment. `doctor_late`: its person is still expected today, and its doctor
 * begins later.
 */
const BookingChange = z.enum([
  'created',
  'moved',
  'cancelled',
  'uncancelled',
  'reopened',
  'renamed',
  'corrected',
  'details_corrected',
  'coming',
  'coming_undone',
  'arrived',
  'arrival_undone',
  'delayed',
  'delay_undone',
  'started',
  'start_undone',
  'completed',
  'completion_undone',
  'no_show',
  'prescribed',
  'doctor_late',
]);
export type BookingChange = z.infer<typeof BookingChange>;

/** The payload of an event: the booking and its change, and nothing about its person. */
export const BookingEvent = z.strictObject({
  appointmentId: z.uuid(),
  change: BookingChange,
  /** The date and time before a move, in India, and the doctor or court where that is another one now. */
  from: z
    .strictObject({ date: LocalDate, time: LocalTime, resourceId: z.uuid().nullable().optional() })
    .optional(),
  /** The instant until which its doctor is late. */
  until: Instant.optional(),
  /**
   * False for a booking that changed together with another one, whose mail to the person covers
   * both.
   */
  isMailed: z.literal(false).optional(),
});
export type BookingEvent = z.infer<typeof BookingEvent>;

/**
 * Writes the event of a changed booking with the commit of the transaction that changes it, whether
 * or not anything listens: the worker turns it into effects.
 */
export function writeBookingEvent(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  event: BookingEvent,
): void {
  const { appointmentId: subject } = event;
  atCommit(tx, { tenantId }, insertEvent({ subject, payload: JSON.stringify(event), now }));
  announceAtCommit(tx, { channel: 'outbox', payload: 'events' });
}
