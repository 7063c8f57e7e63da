import type { Appointment } from '@samay/contract/appointments';
import type { TenantContext } from '../../http/context.ts';
import { assertPlaceLeft } from '../subscriptions/index.ts';
import { changeAppointment } from './change.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { date: string; time: string };
}

/** Moves a scheduled booking. A date in another cycle needs a place there. */
export async function rescheduleAppointment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'reschedule',
    otherwise: 'appointment.not_reschedulable',
    action: 'rescheduled',
    announced: 'moved',
    set: async (booking, tx) => {
      await assertPlaceLeft(tx, body.date, booking.appointment_date);
      return { appointment_date: body.date, appointment_time: body.time, arrived_at: null };
    },
  });
}
