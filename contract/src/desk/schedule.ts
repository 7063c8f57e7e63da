import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';

/** Six weeks, as a month view shows them. */
const mostDays = 42;

/** The most bookings of a day's column; the day's count has the total. */
export const mostPerDay = 60;

/** The most days for which claims are listed too: a week. */
export const mostDaysOfClaims = 7;

export const ScheduledBooking = Appointment.pick({
  id: true,
  personName: true,
  doctor: true,
  resourceId: true,
  serviceName: true,
  date: true,
  time: true,
  endTime: true,
  duration: true,
  overbookedReason: true,
  walkIn: true,
  status: true,
});
export type ScheduledBooking = z.infer<typeof ScheduledBooking>;

/** A time for which a doctor or a court, or one of its parts, is taken, buffers included. */
export const Claimed = z.strictObject({
  resourceId: Id,
  /** The booking's id; null for one beyond the plan, which is shown in its place without a name. */
  bookingId: Id.nullable(),
  from: z.strictObject({ date: LocalDate, time: LocalTime }),
  to: z.strictObject({ date: LocalDate, time: LocalTime }),
});
export type Claimed = z.infer<typeof Claimed>;

export const Schedule = z.strictObject({
  /** The bookings by day and time, at most the first 60 of a day, without cancelled ones. */
  bookings: z.array(ScheduledBooking),
  /** The number of bookings by day; a day without any is absent. */
  counts: z.array(z.strictObject({ date: LocalDate, count: z.int() })),
  /**
   * The opening hours and days of the business: `{ start_time: '9 AM', end_time: '1 PM' }`, and the
   * names of its days.
   */
  openingHours: z.strictObject({
    slots: z.array(z.strictObject({ start_time: z.string(), end_time: z.string() })),
    days: z.array(z.string()),
  }),
  /** The claims by start; empty for more than a week. */
  claims: z.array(Claimed),
});
export type Schedule = z.infer<typeof Schedule>;

export const daysOfSchedule = checkRange(z.strictObject(dayRange), mostDays);

export const getSchedule = endpoint({
  method: 'GET',
  path: '/api/schedule',
  access: 'appointments.read',
  conditional: true,
  summary: 'The bookings of a range of days, without those that the plan hides.',
  query: daysOfSchedule,
  reply: Schedule,
});
