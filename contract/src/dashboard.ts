import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';

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
    })
    .nullable(),
  bookings: z.strictObject({ total: z.int(), today: z.int() }),
  /** Doctors and employees. */
  staff: z.int(),
  /** Newest first, at most 3. */
  recentTransactions: z.array(Line).nullable(),
  /** Scheduled, today or later, soonest first, at most 3. */
  upcoming: z.array(Line),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'appointments.read',
  summary: "The business's numbers and what comes next.",
  reply: Dashboard,
});
