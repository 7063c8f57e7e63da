import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';

const Line = Appointment.pick({ id: true, personName: true, date: true, time: true, amount: true, status: true });

/** The home page's numbers, counted now. `revenue` and `recentTransactions` are null without the revenue permission. */
export const Dashboard = z.strictObject({
  revenue: z
    .strictObject({
      /** All time, paise. */
      total: z.int(),
      /** This week so far (today and the six days before) and the seven days before that, paise. */
      lastSevenDays: z.int(),
      sevenDaysBefore: z.int(),
      /** What of the total has come in, today and in this calendar month up to today, and what is for days to come, paise. */
      today: z.int(),
      thisMonth: z.int(),
      ahead: z.int(),
    })
    .nullable(),
  bookings: z.strictObject({ total: z.int(), today: z.int() }),
  /** Doctors and employees. */
  staff: z.int(),
  /** What has come in, newest booking day up to today, then what is paid in advance, soonest first; at most 3. */
  recentTransactions: z.array(Line.extend({ inAdvance: z.boolean() })).nullable(),
  /** Scheduled, from now on, soonest first, at most 3. */
  upcoming: z.array(Line),
  /** Still scheduled today though their time is over: how many, and the first 3. None for who may not mark them. */
  unmarked: z.strictObject({ count: z.int(), lines: z.array(Line) }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'appointments.read',
  summary: "The business's numbers and what comes next.",
  reply: Dashboard,
});
