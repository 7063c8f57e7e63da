import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { changeAppointment } from './change.ts';

/** Notes that the person of a scheduled booking did not come. An arrival noted before is not shown any more, and kept for who takes this back. */
export async function markNoShow(context: TenantContext, { params }: { params: { id: string } }): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'markNoShow',
    otherwise: 'appointment.not_missable',
    action: 'no_show',
    set: () => ({ status: 'no_show' }),
  });
}
