import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
import { Lateness } from '../bookings/lateness.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/**
 * An arrival more than this many minutes after the booked time is late, and waits in order of
 * arrival.
 */
export const lateMinutes = 10;

/**
 * The place of a booking in the queue. `in`: in consultation, or on a turf within its time.
 * `waiting`: has come; on a turf also after its time is over. `expected`: has not come.
 */
export const QueueStage = z.enum(['in', 'waiting', 'expected']);
export type QueueStage = z.infer<typeof QueueStage>;

export const QueueEntry = Appointment.extend({
  stage: QueueStage,
  /**
   * Whether the person is missing ten minutes after the booked time and its delay, or came ten
   * minutes after the booked time.
   */
  isLate: z.boolean(),
  /** Whether the person is expected later than now by their delay: not yet the next one. */
  isDelayed: z.boolean(),
  /** Whether the booked time is over; always false at a clinic, whose visits take place later. */
  isOver: z.boolean(),
  /** The arrival of a waiting person; null for others, and where the time is over. */
  waitingSince: Instant.nullable(),
  /** Whether it is a booking of no doctor, at a clinic of two or more: one of them is to take it. */
  lacksDoctor: z.boolean(),
  /**
   * Between which instants the consultation begins, as it looks now; null where that is not known yet, left
   * out where it is not estimated.
   */
  estimate: z.strictObject({ from: Instant, to: Instant }).nullable().optional(),
  /** The reason of the closure in which it falls; left out where there is none. */
  closed: z.string().optional(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** Today's queue and the last finished bookings. Bookings that the plan hides are absent. */
export const Queue = z.strictObject({
  /** The doctor or court of the queue; null for the business's. */
  resourceId: Id.nullable(),
  /** The doctors or courts that have queues, in their order. */
  resources: z.array(z.strictObject({ id: Id, name: z.string(), isOwn: z.boolean() })),
  /**
   * The scheduled bookings in the queue's order: the first with a doctor is next. A doctor's own
   * queue ends with those that lack a doctor. At most 100.
   */
  waiting: z.array(QueueEntry),
  /** The number of today's finished bookings in this queue. */
  done: z.strictObject({ completed: z.int(), noShow: z.int() }),
  /**
   * Completed bookings of this queue of today and yesterday that still owe money, oldest first. At
   * most 20.
   */
  toPay: z.array(Appointment),
  /** The last completed or missed bookings of the business up to today, latest first. At most 3. */
  recent: z.array(Appointment),
  /** The doctors of this queue who are late; left out where no numbers are given. */
  late: z.array(Lateness.extend({ resourceId: Id })).optional(),
});
export type Queue = z.infer<typeof Queue>;

/** A doctor or a court, `all`, or `mine`, which is `all` for a caller without one. */
export const QueueChoice = z.union([z.enum(['mine', 'all']), Id]);
export type QueueChoice = z.infer<typeof QueueChoice>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/queue',
  access: 'appointments.read',
  conditional: true,
  summary:
    'The scheduled bookings of today in order: in consultation or playing; ' +
    'waiting, by booked time, or by arrival where they came later than ten minutes after ' +
    'it or without a booking; then expected, by time and delay. Those without a doctor also end the queue that ' +
    "is a doctor's own.",
  query: z.strictObject({
    /** The queue; by default `mine` for a doctor, otherwise `all`. */
    resource: QueueChoice.optional(),
  }),
  reply: Queue,
});
