import { z } from 'zod';
import { Id } from './text.ts';
import { LocalDate, LocalTime } from './time.ts';

/**
 * A start at which a service can be booked with a resource. Date and time are India's; the date is
 * the calendar's, also after midnight.
 */
export const Slot = z.strictObject({ resourceId: Id, date: LocalDate, time: LocalTime });
export type Slot = z.infer<typeof Slot>;

/**
 * The free starts instead of a taken time: the next ones of the same resource, and the same start
 * with others.
 */
export const Alternatives = z.strictObject({ next: z.array(Slot), elsewhere: z.array(Slot) });
export type Alternatives = z.infer<typeof Alternatives>;

/** The name of a booking that the plan hides. */
export const beyondPlan = 'beyond your plan';

/** A booking that a change affects: one within a closure, or one that prevents it. */
export const AffectedBooking = z.strictObject({
  id: Id,
  personName: z.string(),
  date: LocalDate,
  time: LocalTime,
  resourceName: z.string().nullable(),
});
export type AffectedBooking = z.infer<typeof AffectedBooking>;
