import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { correctAppointment, type PaymentDetails } from '@samay/contract/bookings/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import type { Booked } from '../../booked.ts';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { paymentAction } from '../../wording.ts';
import { voidOrCorrect } from './money-texts.ts';
import { MethodSelect } from './payment-inputs.tsx';
import { paymentChanges, paymentErrors, paymentValues, type PaymentValues } from './payment-values.ts';

interface PaymentFormProps {
  appointment: Booked;
  onDone: () => void;
  onCancel: () => void;
}

/** Records or corrects the payment of a booking. People often pay after the visit. */
export function PaymentForm({ appointment, onDone, onCancel }: PaymentFormProps) {
  const client = useQueryClient();
  const id = useId();
  const [opened] = useState(() => paymentValues(appointment));
  const isRecorded = appointment.amount !== null;
  const form = useForm<PaymentValues>({ initialValues: opened, validate: paymentErrors });
  const record = useMutation({
    mutationFn: (body: Partial<PaymentDetails>) =>
      call(correctAppointment, { params: { id: appointment.id }, body }),
    onSuccess: (corrected) => {
      cacheAppointment(client, corrected);
      toastDone(isRecorded ? 'Payment corrected' : 'Payment recorded');
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });

  function handleSubmit(values: PaymentValues) {
    const changes = paymentChanges(values, opened);
    if (Object.keys(changes).length === 0) onDone();
    else record.mutate(changes);
  }

  return (
    <form
      id={id}
      onSubmit={form.onSubmit(handleSubmit, () => focusFirstError(id))}
      noValidate
      aria-label={paymentAction(appointment)}
    >
      <Stack gap="sm">
        {isRecorded && <Text size="sm">{voidOrCorrect}</Text>}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <AmountInput label="Amount" data-autofocus {...form.getInputProps('amount')} />
          <MethodSelect label="Payment Method" {...form.getInputProps('paymentMethod')} />
          <TextInput label="Payment ID" autoComplete="off" {...form.getInputProps('paymentId')} />
        </SimpleGrid>
        {record.isError && (
          <FailureNotice
            text={errorText(record.error, `Failed to ${isRecorded ? 'correct' : 'record'} payment`)}
          />
        )}
        <FormButtons submit="Save Payment" waiting="Saving..." busy={record.isPending} onClose={onCancel} />
      </Stack>
    </form>
  );
}
