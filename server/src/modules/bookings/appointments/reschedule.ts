import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertPlaceLeft } from '../../tenancy/index.ts';
import { changeAppointment } from './change.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { date: string; time: string };
}

/** Moves a scheduled booking. A date in another plan month counts against that month. An unchanged time writes and announces nothing. */
export async function rescheduleAppointment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  return changeAppointment(context, params.id, {
    may: 'reschedule',
    otherwise: 'appointment.not_reschedulable',
    action: 'rescheduled',
    announced: 'moved',
    set: async (booking, tx) => {
      if (body.date === booking.appointment_date && body.time === booking.appointment_time.slice(0, 5)) return null;
      await assertPlaceLeft(tx, context, { from: booking.appointment_date, to: body.date });
      return { appointment_date: body.date, appointment_time: body.time, arrived_at: null };
    },
  });
}
