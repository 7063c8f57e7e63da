import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
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
      /** The total of all time, in paise. */
      total: z.int(),
      /**
       * The last seven days (today and the six before) and the seven days before that, in paise.
       */
      lastSevenDays: z.int(),
      sevenDaysBefore: z.int(),
      /** Money taken less money given back, today and in this calendar month, in paise. */
      receivedToday: z.int(),
      receivedThisMonth: z.int(),
      /** The part of the total that is dated on future days, in paise. */
      ahead: z.int(),
    })
    .nullable(),
  bookings: z.strictObject({ total: z.int(), today: z.int() }),
  /** The number of doctors and employees. */
  staff: z.int(),
  /**
   * Revenue of bookings up to today, newest first, then of future ones, soonest first; at most 3.
   */
  recentTransactions: z.array(Line.extend({ inAdvance: z.boolean() })).nullable(),
  /** Scheduled bookings from now on, soonest first, at most 3. */
  upcoming: z.array(Line),
  /**
   * Today's bookings that are still scheduled though their time is over, and of people who have come
   * an hour after that or after they went in: their number, and the first 3. None for callers who may
   * not mark them.
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
