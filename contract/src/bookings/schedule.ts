import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { LocalDate } from '../core/time.ts';

/** Six weeks, as a month view shows them. */
const mostDays = 42;

/** The most bookings of a day's column; the day's count has the total. */
export const mostPerDay = 60;

export const ScheduledBooking = Appointment.pick({ id: true, personName: true, doctor: true, date: true, time: true, status: true });
export type ScheduledBooking = z.infer<typeof ScheduledBooking>;

export const Schedule = z.strictObject({
  /** By day and time, at most the first 60 of a day. Without cancelled ones. */
  bookings: z.array(ScheduledBooking),
  /** How many bookings each day has; a day without one is absent. */
  counts: z.array(z.strictObject({ date: LocalDate, count: z.int() })),
  /** The opening hours and days of the business: `{ start_time: '9 AM', end_time: '1 PM' }`, and the names of its days. */
  openingHours: z.strictObject({
    slots: z.array(z.strictObject({ start_time: z.string(), end_time: z.string() })),
    days: z.array(z.string()),
  }),
});
export type Schedule = z.infer<typeof Schedule>;

/** The days of the schedule. */
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
