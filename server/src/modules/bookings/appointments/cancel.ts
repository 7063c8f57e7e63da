import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Cancels a scheduled or no-show booking; of a no-show the arrival goes, as nobody came. Its place in the plan's month stays taken. */
export async function cancelAppointment(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'cancel',
    otherwise: 'appointment.not_cancellable',
    action: 'cancelled',
    announced: 'cancelled',
    set: (booking) => ({ status: 'cancelled', ...(booking.status === 'no_show' && { arrived_at: null }) }),
  });
}
