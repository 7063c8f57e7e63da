import type { AppointmentMay } from '@samay/contract/appointments';
import { mayBecome, type Status } from '@samay/contract/statuses';
import { allowed, type TenantContext } from '../../http/context.ts';

/** What the caller may do with a booking in this state. Verbs refuse by the same answers that the screen's buttons ask. */
export function mayWith(booking: { status: Status; prescription_id: string | null }, context: TenantContext): AppointmentMay {
  const mayWrite = allowed(context, 'appointments.write') && !context.caller.tenant?.suspended;
  const isClinic = context.businessType === 'doctor';
  const becomes = (status: Status) => mayWrite && mayBecome(booking.status, status);
  return {
    cancel: becomes('cancelled'),
    complete: becomes('completed'),
    markNoShow: becomes('no_show'),
    reopen: becomes('scheduled'),
    reschedule: mayWrite && booking.status === 'scheduled',
    recordPayment: mayWrite,
    markArrived: mayWrite && booking.status === 'scheduled',
    viewPrescription: isClinic && booking.prescription_id !== null && allowed(context, 'prescriptions.read'),
    uploadPrescription:
      isClinic && booking.status !== 'cancelled' && !context.caller.tenant?.suspended && allowed(context, 'prescriptions.write'),
  };
}
