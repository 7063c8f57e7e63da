import type { AppointmentMay } from '@samay/contract/bookings/appointments';
import { mayBecome, type Status } from '@samay/contract/bookings/statuses';
import { undoMinutes } from '@samay/contract/core/wording';
import { indiaDate } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import type { AppointmentRow } from './queries.ts';

type Booking = Pick<AppointmentRow, 'walk_in' | 'status' | 'status_set_at' | 'status_set_by' | 'appointment_date' | 'prescription_id'>;

/** What the caller may do with a booking in its current state. Verbs enforce it, and replies carry it for the screen's buttons. */
export function mayWith(booking: Booking, context: TenantContext): AppointmentMay {
  const mayWrite = allowed(context, 'appointments.write') && !context.caller.tenant?.suspended;
  const isClinic = context.businessType === 'doctor';
  const becomes = (status: Status) => mayWrite && mayBecome(booking.status, status);
  const hasCome = booking.appointment_date <= indiaDate(context.now);
  return {
    cancel: becomes('cancelled'),
    complete: becomes('completed') && hasCome,
    markNoShow: becomes('no_show') && hasCome,
    reopen: mayWrite && booking.status === 'no_show',
    undoCompletion: mayWrite && booking.status === 'completed' && isUndoable(booking, context),
    reschedule: mayWrite && (booking.status === 'scheduled' || booking.status === 'completed'),
    recordPayment: mayWrite,
    // A walk-in has nothing but its arrival: it can only be missed or cancelled.
    markArrived: mayWrite && booking.status === 'scheduled' && !booking.walk_in,
    start: mayWrite && booking.status === 'scheduled' && hasCome,
    viewPrescription: isClinic && booking.prescription_id !== null && allowed(context, 'prescriptions.read'),
    uploadPrescription:
      isClinic && booking.status !== 'cancelled' && !context.caller.tenant?.suspended && allowed(context, 'prescriptions.write'),
  };
}

/** Within ten minutes and by the person who set it; the database's trigger enforces the same. */
function isUndoable({ status_set_at, status_set_by }: Booking, { caller, now, replyChangesAt }: TenantContext): boolean {
  if (status_set_at === null || status_set_by !== caller.userId) return false;
  const end = new Date(status_set_at.getTime() + undoMinutes * 60_000);
  const isWithin = now < end;
  if (isWithin) replyChangesAt?.(end);
  return isWithin;
}
