import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';

/** The waiting bookings of today and the last finished ones. Bookings that the plan hides are absent. */
export const Queue = z.strictObject({
  /** Scheduled bookings of today, by time: the first is next. At most 100. */
  waiting: z.array(Appointment),
  /** How many bookings of today are finished. */
  done: z.strictObject({ completed: z.int(), noShow: z.int() }),
  /** The last completed or missed bookings up to today, latest first. At most 3. */
  recent: z.array(Appointment),
});
export type Queue = z.infer<typeof Queue>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/queue',
  access: 'appointments.read',
  conditional: true,
  summary: 'The scheduled bookings of today, and the last finished ones.',
  reply: Queue,
});
