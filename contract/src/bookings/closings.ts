import { z } from 'zod';
import { ExceptionReason } from '../availability/hours.ts';
import { Slot } from '../core/alternatives.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise, TypedMethod } from '../core/money.ts';
import type { BusinessType } from '../core/roles.ts';
import { Id } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { Appointment, Before } from './appointments.ts';

/** The most bookings that one closing is for. */
export const mostTouched = 300;

/** The most bookings that one request handles. */
export const mostPerStep = 10;

/** The reasons that the form offers; any other may be typed. */
export const closingReasons: Readonly<Record<BusinessType, readonly string[]>> = {
  doctor: ['Doctor ill', 'Doctor delayed', 'Emergency elsewhere', 'Holiday', 'No electricity'],
  turf: ['Rain', 'Maintenance', 'Tournament', 'Holiday', 'No electricity'],
};

const Moment = z.strictObject({ date: LocalDate, time: LocalTime });

/** The place of a move; without a doctor or court the booking's own. */
const Destination = Slot.extend({ resourceId: Id.nullable() });

/** The fate of the money of a cancelled booking. */
const Money = z.enum(['leave', 'refund', 'advance']);

/** The decision about a booking in closed time. `keep`: it stays, its person comes all the same. */
export const Decision = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('move'),
    to: Destination,
  }),
  z.strictObject({
    action: z.literal('cancel'),
    /** As in `cancelAppointment`. */
    money: Money,
    /** The method of a refund of money whose own was not noted; all other goes back by its own. */
    method: TypedMethod.nullish(),
  }),
  z.strictObject({ action: z.literal('keep') }),
]);
export type Decision = z.infer<typeof Decision>;

/** A scheduled booking within the time that is to be closed. */
export const TouchedBooking = z.strictObject({
  booking: Appointment,
  /**
   * The free start after the closure that suits it best, with the same doctor or court, or with
   * another that gives the service: at its price, on the first day at its time of day or after it.
   * Each is proposed to one booking. Null where none is free within two weeks.
   */
  proposal: Slot.nullable(),
  /** Its price there; null without any. */
  proposedPrice: Paise.nullable(),
  /** The part of its money whose method was not noted: a refund asks for one. */
  unnamed: Paise,
});
export type TouchedBooking = z.infer<typeof TouchedBooking>;

/**
 * The state of a booking in a closing. `refused`: the decision could not be carried out.
 * `undoing`: the closing is taken back, this booking not yet. `stands`: it was changed since, or its
 * time is taken.
 */
export const ClosingState = z.enum(['waiting', 'done', 'refused', 'undoing', 'undone', 'stands']);
export type ClosingState = z.infer<typeof ClosingState>;

export const ClosingBooking = z.strictObject({
  bookingId: Id,
  /** As it is now; null if the plan hides it. */
  booking: Appointment.nullable(),
  /** The place that it had. */
  from: z.strictObject({ date: LocalDate, time: LocalTime, resourceId: Id.nullable() }),
  action: z.enum(['move', 'cancel', 'keep']),
  to: Destination.nullable(),
  /** The fate of its money; null unless it is cancelled. */
  money: Money.nullable(),
  /** The amount that was paid before it was moved or cancelled. */
  paidBefore: z.int().nullable(),
  state: ClosingState,
  /** The sentence of the error for `refused` and `stands`. */
  refusal: z.string().nullable(),
  /** Whether it waits for a user with the right to refund, which the caller lacks. */
  withheld: z.boolean(),
});
export type ClosingBooking = z.infer<typeof ClosingBooking>;

const summary = {
  id: Id,
  /** Its closure, which may have been removed since. */
  exceptionId: Id,
  /** Null for the whole business. */
  resourceId: Id.nullable(),
  from: Moment,
  to: Moment,
  reason: z.string(),
  closedAt: Instant,
  /** Null once erased. */
  by: z.string().nullable(),
  undoneAt: Instant.nullable(),
  /** Whether the caller may take it back now. */
  mayUndo: z.boolean(),
  /** The number of its bookings by state; a state without any is absent. */
  counts: z.partialRecord(ClosingState, z.int()),
  /** The number of those that wait for a user with the right to refund, which the caller lacks. */
  withheld: z.int(),
};

export const ClosingSummary = z.strictObject(summary);
export type ClosingSummary = z.infer<typeof ClosingSummary>;

/** A closed span of a doctor, a court or the business, with its bookings in the order of their starts. */
export const Closing = z.strictObject({ ...summary, bookings: z.array(ClosingBooking) });
export type Closing = z.infer<typeof Closing>;

const span = { resourceId: Id.nullable(), from: Moment, to: Moment };
const params = z.strictObject({ id: Id });

export const previewClosing = endpoint({
  method: 'GET',
  path: '/api/closings/preview',
  access: 'hours.close',
  summary: 'The scheduled bookings in a span of a doctor, a court or the business, each with a proposal.',
  query: z.strictObject({
    /** By default the whole business. */
    resource: Id.optional(),
    fromDate: LocalDate,
    fromTime: LocalTime,
    toDate: LocalDate,
    toTime: LocalTime,
  }),
  reply: z.strictObject({
    items: z.array(TouchedBooking),
    /** The number of those beyond the plan, which stay as they are. */
    hidden: z.int(),
    /** Whether there are more than `mostTouched`. */
    hasMore: z.boolean(),
  }),
});

export const addClosing = endpoint({
  method: 'POST',
  path: '/api/closings',
  access: 'hours.close',
  summary:
    'Close a span, and keep what is to be done with its bookings. Nothing is done with them yet: ' +
    '`continueClosing` does it.',
  body: z.strictObject({
    ...span,
    reason: ExceptionReason,
    /** The closure, where there is one already; otherwise one is added. */
    exceptionId: Id.nullish(),
    /** Whether a drawer that gives cash back may hold less than nothing from then on. */
    belowZero: z.boolean().optional(),
    bookings: z
      .array(z.strictObject({ id: Id, before: Before, decision: Decision }))
      .max(mostTouched, `At most ${mostTouched} at one time, please`)
      .refine((bookings) => new Set(bookings.map(({ id }) => id)).size === bookings.length, 'Each one once'),
  }),
  reply: Closing,
  status: 201,
  idempotent: true,
});

export const listClosings = endpoint({
  method: 'GET',
  path: '/api/closings',
  access: 'hours.close',
  summary: 'The closings of the last two days, latest first, at most 20. A doctor sees their own.',
  reply: z.strictObject({ items: z.array(ClosingSummary) }),
});

export const getClosing = endpoint({
  method: 'GET',
  path: '/api/closings/:id',
  access: 'hours.close',
  summary: 'One closing with its bookings.',
  params,
  reply: Closing,
});

export const continueClosing = endpoint({
  method: 'POST',
  path: '/api/closings/:id/steps',
  access: 'hours.close',
  summary:
    `Handle the next bookings of a closing, at most ${mostPerStep}, or take them back once it is undone. ` +
    'May be sent again after a lost reply: nothing is done twice. Not counted as a change of its own.',
  params,
  reply: z.strictObject({
    handled: z.array(ClosingBooking),
    /** The number that is left, without what the caller may not do. */
    left: z.int(),
  }),
  partOfChange: true,
});

export const undoClosing = endpoint({
  method: 'DELETE',
  path: '/api/closings/:id',
  access: 'hours.close',
  summary:
    'Take a closing back within ten minutes, by its author or an owner: the closure goes, and ' +
    '`continueClosing` takes back what nobody has changed since.',
  params,
  reply: Closing,
});

/** Whether employees may close a day; owners always may, a doctor their own. */
export const ClosingRules = z.strictObject({ employees: z.boolean() });
export type ClosingRules = z.infer<typeof ClosingRules>;

export const getClosingRules = endpoint({
  method: 'GET',
  path: '/api/closing-rules',
  access: 'resources.write',
  summary: 'Whether employees may close a day.',
  reply: ClosingRules,
});

export const setClosingRules = endpoint({
  method: 'PUT',
  path: '/api/closing-rules',
  access: 'resources.write',
  summary: 'Change whether employees may close a day.',
  body: ClosingRules,
  reply: ClosingRules,
});
