import type { Appointment } from '@samay/contract/appointments';
import type { TenantContext } from '../../http/context.ts';
import { changeAppointment } from './change.ts';

/** Notes that the person of a scheduled booking did not come; an arrival noted before was a mistake and goes. */
export async function markNoShow(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markNoShow',
    otherwise: 'appointment.not_missable',
    action: 'no_show',
    set: () => ({ status: 'no_show', arrived_at: null }),
  });
}
