import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Takes the arrival of a scheduled booking back. */
export async function undoArrival(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markArrived',
    otherwise: 'appointment.cannot_arrive',
    action: 'arrival_undone',
    set: () => ({ arrived_at: null }),
  });
}
