import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';

/** What a desk has before it today, and what it had last. Bookings beyond the plan are absent. */
export const Queue = z.strictObject({
  /** Of today, still to come to an end, by time: the first is next. At most 100. */
  waiting: z.array(Appointment),
  /** How many of today's have come to their end already. */
  done: z.strictObject({ completed: z.int(), noShow: z.int() }),
  /** The last that took place or were missed, up to today, latest first. At most 3. */
  recent: z.array(Appointment),
});
export type Queue = z.infer<typeof Queue>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/queue',
  access: 'appointments.read',
  summary: "Today's bookings that are still to come, and the last ones before.",
  reply: Queue,
});
