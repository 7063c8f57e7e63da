import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
import { endpoint } from '../core/endpoint.ts';
import { Instant, LocalDate } from '../core/time.ts';

/** More bookings than a day has; `count` has the total. */
export const maxSheetRows = 500;

export const DaySheetRow = Appointment.pick({
  id: true,
  time: true,
  endTime: true,
  personName: true,
  personContact: true,
  doctor: true,
  resourceId: true,
  resourceName: true,
  status: true,
  due: true,
  about: true,
});
export type DaySheetRow = z.infer<typeof DaySheetRow>;

/**
 * The bookings of a day on one sheet, for printing and for reading offline: by time, without those
 * that the plan hides.
 */
export const DaySheet = z.strictObject({
  date: LocalDate,
  /** The time of the server's reading. */
  asOf: Instant,
  /** The bookings by time, without cancelled ones. At most the first 500. */
  rows: z.array(DaySheetRow),
  count: z.int(),
});
export type DaySheet = z.infer<typeof DaySheet>;

export const getDaySheet = endpoint({
  method: 'GET',
  path: '/api/day-sheet',
  access: 'appointments.read',
  summary:
    'The bookings of a day on one sheet, for printing and for reading offline, without ' +
    'those that the plan hides.',
  query: z.strictObject({ date: LocalDate }),
  reply: DaySheet,
});
