import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Takes a no-show back: the booking is scheduled again, with the arrival that was noted before. */
export async function reopenAppointment(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'reopen',
    otherwise: 'appointment.not_reopenable',
    action: 'reopened',
    announced: 'reopened',
    set: () => ({ status: 'scheduled' }),
  });
}
