import type { Appointment } from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { useActions } from '../../../../../lib/actions.tsx';
import { toastDone } from '../../../../../ui/feedback/toast.tsx';
import { timeText } from '../../../../../lib/days.ts';
import { useAppointmentWording } from '../../../wording.ts';
import { tellAbout } from '../../tell/tell.tsx';

/**
 * Returns a function that reports a new booking with a toast. The list may show another day: the
 * toast links to the booking.
 */
export function useCreatedToast(): (created: Appointment) => void {
  const { booking } = useAppointmentWording();
  const { openDetails } = useActions();
  return (created) =>
    toastDone(
      `${capitalise(booking)} created for ${created.personName} on ${timeText(created)}`,
      () => openDetails(created.id),
      'View',
      tellAbout(created, ['booked']),
    );
}
