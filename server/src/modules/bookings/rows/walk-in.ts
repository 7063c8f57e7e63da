import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { indiaDate, indiaTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import type { BookingContext } from '../../../context/business-context.ts';
import type { AppointmentRow } from './queries.ts';

type Moved = Pick<AppointmentRow, 'walk_in' | 'status' | 'appointment_date' | 'appointment_time'>;

/** Sets a walk-in to the server's date and time, regardless of the device's clock. */
export function atItsTime(body: NewAppointment, { now }: Pick<BookingContext, 'now'>): NewAppointment {
  return body.walkIn ? { ...body, date: indiaDate(now), time: indiaTime(now) } : body;
}

/**
 * Returns whether a booking claims nothing: a clinic's walk-in waits in the queue. A turf's has a
 * court until the next booking.
 */
export function claimsNothing(
  { walk_in: isWalkIn }: { readonly walk_in: boolean },
  { businessType }: BookingContext,
): boolean {
  return isWalkIn && businessType === 'doctor';
}

/**
 * Returns whether a walk-in stays one when it is moved: at its own time, or where a completed one
 * is corrected.
 */
export function staysWalkIn(
  booking: Moved,
  to: { readonly date: LocalDate; readonly time: LocalTime },
): boolean {
  return booking.walk_in && (booking.status === 'completed' || isSameTime(booking, to));
}

export function isSameTime(
  {
    appointment_date: date,
    appointment_time: time,
  }: Pick<AppointmentRow, 'appointment_date' | 'appointment_time'>,
  to: { readonly date: LocalDate; readonly time: LocalTime },
): boolean {
  return to.date === date && to.time === time.slice(0, 5);
}
