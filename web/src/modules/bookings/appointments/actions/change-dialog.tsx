import { Skeleton, Stack } from '@mantine/core';
import { capitalise } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { oneAppointment } from '../../api.ts';
import { type Booked, isWhole } from '../../booked.ts';
import { PaymentForm } from '../payment/payment-form.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import { RescheduleForm } from './reschedule-form.tsx';

interface ChangeDialogProps {
  kind: 'reschedule' | 'payment';
  appointment: Booked;
  onClose: () => void;
}

/**
 * Renders the payment or reschedule form in its own dialog, opened from a row. The details show
 * these forms inline.
 */
export function ChangeDialog({ kind, appointment, onClose }: ChangeDialogProps) {
  const { booking } = useAppointmentWording();
  const [title, Form] =
    kind === 'payment'
      ? ([paymentAction(appointment), PaymentForm] as const)
      : ([`Reschedule ${booking}`, RescheduleRow] as const);
  return (
    <Dialog opened onClose={onClose} title={`${capitalise(title)} · ${appointment.personName}`} size="md">
      <Form appointment={appointment} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}

interface RescheduleRowProps {
  appointment: Booked;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Loads the booking if its row lacks the service or length that a move needs. The form keeps the
 * booking that it was opened with.
 */
function RescheduleRow({ appointment, onDone, onCancel }: RescheduleRowProps) {
  const { booking } = useAppointmentWording();
  const [opened, setOpened] = useState(isWhole(appointment) ? appointment : undefined);
  const { data, error, isFetching, refetch } = useQuery({
    ...oneAppointment(appointment.id),
    enabled: !opened,
  });
  const form = useRef<HTMLDivElement>(null);
  // The dialog looks for the field to focus when it opens, which may be before the booking is loaded.
  useEffect(() => {
    if (opened) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [opened]);
  if (opened)
    return (
      <div ref={form}>
        <RescheduleForm appointment={opened} onDone={onDone} onCancel={onCancel} />
      </div>
    );
  if (data && !isFetching) setOpened(data);
  if (error && !isFetching)
    return (
      <FailureNotice text={errorText(error, `Failed to load ${booking}`)} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap="sm" aria-busy>
      {[20, 60, 120, 60].map((height, row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
