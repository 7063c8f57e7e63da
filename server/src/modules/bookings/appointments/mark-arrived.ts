import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Notes when the person of a scheduled booking came; noted twice, the first time stays. */
export async function markArrived(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_arrive',
    action: 'arrived',
    set: (booking) => ({ arrived_at: booking.arrived_at ?? context.now }),
  });
}
