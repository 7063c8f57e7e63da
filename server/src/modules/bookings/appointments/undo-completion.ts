import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Takes a completion back, for ten minutes and by who set it. The calendar kept its event, and nothing was told of the completion. */
export async function undoCompletion(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'undoCompletion',
    otherwise: 'appointment.completion_stands',
    action: 'completion_undone',
    set: () => ({ status: 'scheduled' }),
  });
}
