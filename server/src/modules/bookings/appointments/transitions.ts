import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Completes a scheduled booking. */
export async function completeAppointment(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'complete',
    otherwise: 'appointment.not_completable',
    action: 'completed',
    set: () => ({ status: 'completed' }),
  });
}
