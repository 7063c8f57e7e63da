import type { Appointment } from '@samay/contract/bookings/appointments';
import { addDays, addMinutes } from '@samay/contract/core/time';
import { typedPerson } from '../model/booking-values.ts';
import type { QuickValues } from '../model/quick-values.ts';

/**
 * Returns the values of another booking of the same number: the day, and the next free time after
 * it, at a clinic with the same doctor. After a walk-in the start is that of anybody.
 */
export function sameNumberChange(values: QuickValues, booked: Appointment): Partial<QuickValues> {
  const { personContact, date, time, duration, doctor, resourceId, walkIn } = booked;
  const typed = { personContact: personContact ?? '', ...(values.person && { personName: '' }) };
  const again = { ...typedPerson(values, typed), day: date };
  if (walkIn) return again;
  const end = addMinutes(time, duration);
  const after = { date: end > time ? date : addDays(date, 1), time: end };
  return { ...again, when: 'next', after, ...(doctor !== null && { resourceId, isChosen: true }) };
}
