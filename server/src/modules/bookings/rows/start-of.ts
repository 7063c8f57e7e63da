import type { AppointmentRow } from './queries.ts';

/** Returns the instant at which a booking begins; India's clocks are never changed. */
export function startOf({
  appointment_date: date,
  appointment_time: time,
}: Pick<AppointmentRow, 'appointment_date' | 'appointment_time'>): Date {
  return new Date(`${date}T${time.slice(0, 5)}:00+05:30`);
}
