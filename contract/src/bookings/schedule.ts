import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { LocalDate } from '../core/time.ts';

/** Six weeks: what a month's page shows. */
const mostDays = 42;

/** No day's column has room for more; the day's count says how many there are. */
export const mostPerDay = 60;

export const ScheduledBooking = Appointment.pick({ id: true, personName: true, doctor: true, date: true, time: true, status: true });
export type ScheduledBooking = z.infer<typeof ScheduledBooking>;

export const Schedule = z.strictObject({
  /** By day and time; of a day at most the first 60. Without cancelled ones. */
  bookings: z.array(ScheduledBooking),
  /** How many bookings each day has; a day without one is absent. */
  counts: z.array(z.strictObject({ date: LocalDate, count: z.int() })),
  /** When the business is open, as it was set up: `{ start_time: '9 AM', end_time: '1 PM' }`, and the names of its days. */
  openingHours: z.strictObject({
    slots: z.array(z.strictObject({ start_time: z.string(), end_time: z.string() })),
    days: z.array(z.string()),
  }),
});
export type Schedule = z.infer<typeof Schedule>;

/** The days that a calendar is asked for. */
export const daysOfSchedule = checkRange(z.strictObject(dayRange), mostDays);

export const getSchedule = endpoint({
  method: 'GET',
  path: '/api/schedule',
  access: 'appointments.read',
  summary: 'The bookings of a range of days for a calendar, as the plan shows them.',
  query: daysOfSchedule,
  reply: Schedule,
});
