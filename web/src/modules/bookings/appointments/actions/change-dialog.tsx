import type { Appointment } from '@samay/contract/bookings/appointments';
import { capitalise } from '@samay/contract/core/wording';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PaymentForm } from '../payment/payment-form.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import { RescheduleForm } from './reschedule-form.tsx';

interface ChangeDialogProps {
  kind: 'reschedule' | 'payment';
  appointment: Appointment;
  onClose: () => void;
}

/**
 * The payment and reschedule forms in a dialog of their own, opened from a row. The details show
 * the same forms inline.
 */
export function ChangeDialog({ kind, appointment, onClose }: ChangeDialogProps) {
  const { booking } = useAppointmentWording();
  const [title, Form] =
    kind === 'payment'
      ? ([paymentAction(appointment), PaymentForm] as const)
      : ([`Reschedule ${booking}`, RescheduleForm] as const);
  return (
    <Dialog opened onClose={onClose} title={`${capitalise(title)} · ${appointment.personName}`} size="md">
      <Form appointment={appointment} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
