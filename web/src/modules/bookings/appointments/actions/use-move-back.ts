import { type Appointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../../../lib/days.ts';
import { useAppointmentWording } from '../../wording.ts';

/**
 * Undoes a move: restores the booking's time, length and doctor or court. An overbooked booking is
 * restored as overbooked.
 */
export function useMoveBack(): (before: Appointment, moved: Appointment) => Promise<void> {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const mayOverbook = useSession().permissions.includes('appointments.overbook');

  return async ({ id, date, time, duration, resourceId, serviceId, overbookedReason }, moved) => {
    const occupied = { duration, resourceId, serviceId, ...(mayOverbook && { overbookedReason }) };
    const before = { date: moved.date, time: moved.time };
    let back: Appointment | undefined;
    try {
      const body = { date, time, ...occupied, before };
      back = await call(rescheduleAppointment, { params: { id }, body });
      cacheAppointment(client, back);
      toastDone(`${back.personName} moved back to ${timeText(back)}`);
    } catch (error) {
      toastFailed(errorText(error, `Failed to reschedule ${booking}`));
    } finally {
      void refreshAppointments(client, back);
    }
  };
}
