import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Above } from '@samay/contract/bookings/above-due';
import { correctAppointment, type PaymentDetails } from '@samay/contract/bookings/appointments';
import { takePayment } from '@samay/contract/bookings/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { useRequestKey } from '../../../../lib/api/use-request-key.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { BelowZero, isBelowZero } from '../../below-zero.tsx';
import type { Booked } from '../../booked.ts';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { isAboveDue } from '../../refusal.ts';
import { paymentAction } from '../../wording.ts';
import { bookingMoney } from './money-api.ts';
import { MoreThanDue } from './more-than-due.tsx';
import { voidOrCorrect } from './money-texts.ts';
import { MethodSelect } from './payment-inputs.tsx';
import { paymentChanges, paymentErrors, paymentValues, type PaymentValues } from './payment-values.ts';

/** The changed fields of a payment, and the answer to what was asked. */
interface Sent {
  readonly changes: Partial<PaymentDetails>;
  readonly belowZero?: boolean;
  readonly above?: Above;
}

interface PaymentFormProps {
  appointment: Booked;
  onDone: () => void;
  onCancel: () => void;
}

/** Takes an amount that exceeds the due: the rest becomes a charge or an advance. */
async function takeAbove(
  { id, amount: amountBefore, paymentMethod, paymentId }: Booked,
  changes: Partial<PaymentDetails>,
  above: Above,
  idempotencyKey: string,
) {
  const reference = changes.paymentId ?? paymentId;
  const body = {
    amount: (changes.amount ?? 0) - (amountBefore ?? 0),
    method: changes.paymentMethod ?? paymentMethod ?? '',
    ...(reference && { reference }),
    amountBefore,
    above,
  };
  return call(takePayment, { params: { id }, body, idempotencyKey });
}

/** Records or corrects the payment of a booking. People often pay after the visit. */
export function PaymentForm({ appointment, onDone, onCancel }: PaymentFormProps) {
  const client = useQueryClient();
  const id = useId();
  const [opened] = useState(() => paymentValues(appointment));
  const isRecorded = appointment.amount !== null;
  const { data: money } = useQuery(bookingMoney(appointment.id));
  const { key, handleError } = useRequestKey();
  const form = useForm<PaymentValues>({ initialValues: opened, validate: paymentErrors });
  const record = useMutation({
    mutationFn: ({ changes, belowZero, above }: Sent) =>
      above
        ? takeAbove(appointment, changes, above, key)
        : call(correctAppointment, {
            params: { id: appointment.id },
            body: { ...changes, ...(belowZero && { belowZero }) },
          }),
    onSuccess: (corrected) => {
      cacheAppointment(client, corrected);
      toastDone(isRecorded ? 'Payment corrected' : 'Payment recorded');
      onDone();
    },
    onError: (error) => {
      handleError(error);
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });

  function handleSubmit(values: PaymentValues) {
    const changes = paymentChanges(values, opened);
    if (Object.keys(changes).length === 0) onDone();
    else record.mutate({ changes });
  }

  const asked = record.variables?.changes ?? {};
  const isBelow = isBelowZero(record.error);
  const isAbove = isAboveDue(record.error);
  const isAsking = isBelow || isAbove;

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
        {isBelow && (
          <BelowZero
            act="Correct it"
            busy={record.isPending}
            onYes={() => record.mutate({ changes: asked, belowZero: true })}
            onNo={record.reset}
          />
        )}
        {isAbove && (
          <MoreThanDue
            appointment={appointment}
            paise={(asked.amount ?? 0) - (appointment.amount ?? 0)}
            offers={money?.chargeList ?? []}
            onBack={record.reset}
            onTake={(above) => {
              if (form.values.paymentMethod) record.mutate({ changes: asked, above });
              else {
                record.reset();
                form.setErrors({ paymentMethod: 'Please choose a payment method' });
                focusFirstError(id);
              }
            }}
          />
        )}
        {record.isError && !isAsking && (
          <FailureNotice
            text={errorText(record.error, `Failed to ${isRecorded ? 'correct' : 'record'} payment`)}
          />
        )}
        {!isAsking && (
          <FormButtons submit="Save Payment" waiting="Saving..." busy={record.isPending} onClose={onCancel} />
        )}
      </Stack>
    </form>
  );
}
