import { type Appointment, cancelAppointment } from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../../lib/api/api.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../api.ts';
import { timeText } from '../days.ts';
import { useAppointmentWording } from '../wording.ts';

interface CancelDialogProps {
  appointment: Appointment;
  onClose: () => void;
  /** Called after the cancellation instead of `onClose`. */
  onCancelled?: () => void;
}

/** Confirms and cancels a booking, then removes its row from the list. An error of the server is shown in the dialog. */
export function CancelDialog({ appointment, onClose, onCancelled = onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const { booking, cancelTitle, cancelQuestion, cancelFailed } = useAppointmentWording();
  const cancel = useMutation({
    mutationFn: () => call(cancelAppointment, { params: { id: appointment.id } }),
    onSuccess: (cancelled) => {
      cacheAppointment(client, cancelled);
      toastDone(`${capitalise(booking)} of ${appointment.personName} cancelled`);
      onCancelled();
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  return (
    <ConfirmDialog
      opened
      title={cancelTitle}
      about={`${appointment.personName}, ${timeText(appointment)}`}
      question={cancelQuestion}
      yes={`Cancel ${booking}`}
      no={`Keep ${booking}`}
      busy={cancel.isPending}
      error={cancel.isError ? errorText(cancel.error, cancelFailed) : null}
      onYes={() => cancel.mutate()}
      onNo={onClose}
    />
  );
}
