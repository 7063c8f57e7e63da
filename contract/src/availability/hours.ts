import { z } from 'zod';
import { AffectedBooking } from '../core/alternatives.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id, requiredLine } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';

/** A weekday of ISO 8601: 1 is Monday, 7 is Sunday. */
export const Weekday = z.int().min(1).max(7);

/**
 * Hours of one weekday. Hours that close before they open pass midnight; equal times are the whole
 * day.
 */
export const WeeklyHours = z.strictObject({ weekday: Weekday, opens: LocalTime, closes: LocalTime });
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/**
 * A closure or extra hours from an instant to an instant, of one resource or, with null, of the
 * business. Date and time are India's.
 */
export const HourException = z.strictObject({
  id: Id,
  kind: z.enum(['closure', 'extra_hours']),
  resourceId: Id.nullable(),
  from: z.strictObject({ date: LocalDate, time: LocalTime }),
  to: z.strictObject({ date: LocalDate, time: LocalTime }),
  reason: z.string(),
  createdAt: Instant,
});
export type HourException = z.infer<typeof HourException>;

export const daysOfHours = checkRange(z.strictObject(dayRange), 400);

export const OpeningHours = z.strictObject({
  business: z.array(WeeklyHours),
  ofResources: z.array(z.strictObject({ resourceId: Id, hours: z.array(WeeklyHours) })),
  exceptions: z.array(HourException),
});

export const getHours = endpoint({
  method: 'GET',
  path: '/api/hours',
  access: 'appointments.read',
  conditional: true,
  summary:
    "The business's weekly hours and each resource's own, with the closures and extra " +
    'hours of a range of days.',
  query: daysOfHours,
  reply: OpeningHours,
});

const Hours = z.array(WeeklyHours).max(70, 'At most ten times a day, please');

/** The new hours, and the bookings to come that were inside the hours before and are outside now. */
const ChangedHours = z.strictObject({ hours: z.array(WeeklyHours), affected: z.array(AffectedBooking) });

export const setBusinessHours = endpoint({
  method: 'PUT',
  path: '/api/hours/business',
  access: 'resources.write',
  summary: "The business's weekly hours.",
  body: z.strictObject({ hours: Hours }),
  reply: ChangedHours,
});

export const setResourceHours = endpoint({
  method: 'PUT',
  path: '/api/hours/resources/:id',
  access: 'hours.write',
  summary: "A resource's own weekly hours; none: the business's count. A doctor may change their own.",
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ hours: Hours }),
  reply: ChangedHours,
});

const Moment = z.strictObject({ date: LocalDate, time: LocalTime });

export const ExceptionReason = requiredLine(200, 'Please enter a reason');

export const addHourException = endpoint({
  method: 'POST',
  path: '/api/hours/exceptions',
  access: 'hours.write',
  summary:
    'A closure or extra hours. Bookings within a closure stay, and are listed. A doctor may add their own.',
  body: z.strictObject({
    kind: z.enum(['closure', 'extra_hours']),
    resourceId: Id.nullable(),
    from: Moment,
    to: Moment,
    reason: ExceptionReason,
  }),
  reply: z.strictObject({ exception: HourException, affected: z.array(AffectedBooking) }),
  status: 201,
});

export const removeHourException = endpoint({
  method: 'DELETE',
  path: '/api/hours/exceptions/:id',
  access: 'hours.write',
  summary: 'Remove a closure or extra hours.',
  params: z.strictObject({ id: Id }),
});
