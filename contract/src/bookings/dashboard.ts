import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from '../core/endpoint.ts';

const Line = Appointment.pick({
  id: true,
  personName: true,
  date: true,
  time: true,
  amount: true,
  status: true,
});

/**
 * The numbers of the home page, as of now. `revenue` and `recentTransactions` are null without the
 * revenue permission.
 */
export const Dashboard = z.strictObject({
  revenue: z
    .strictObject({
      /** All time, paise. */
      total: z.int(),
      /** This week so far (today and the six days before) and the seven days before that, paise. */
      lastSevenDays: z.int(),
      sevenDaysBefore: z.int(),
      /**
       * Parts of the total in paise: of today, of this calendar month up to today, and of future
       * days.
       */
      today: z.int(),
      thisMonth: z.int(),
      ahead: z.int(),
    })
    .nullable(),
  bookings: z.strictObject({ total: z.int(), today: z.int() }),
  /** Doctors and employees. */
  staff: z.int(),
  /**
   * Revenue of bookings up to today, newest first, then of future ones, soonest first; at most 3.
   */
  recentTransactions: z.array(Line.extend({ inAdvance: z.boolean() })).nullable(),
  /** Scheduled, from now on, soonest first, at most 3. */
  upcoming: z.array(Line),
  /**
   * Bookings of today that are still scheduled after their time: how many, and the first 3. None
   * for callers who may not mark them.
   */
  unmarked: z.strictObject({ count: z.int(), lines: z.array(Line) }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'appointments.read',
  conditional: true,
  summary: 'Numbers of the business and its next bookings.',
  reply: Dashboard,
});
