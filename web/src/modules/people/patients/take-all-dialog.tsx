import { Stack, Text } from '@mantine/core';
import { takeAll } from '@samay/contract/bookings/money';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatCount, formatRupees, type PaymentMethod } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useRequestKey } from '../../../lib/api/use-request-key.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../bookings/api.ts';
import { MethodButtons, methodOfKey } from '../../bookings/method-buttons.tsx';
import { useAppointmentWording } from '../../bookings/wording.ts';
import { dueOf } from './owing.ts';
import classes from './take-all-dialog.module.css';

interface TakeAllDialogProps {
  patient: PatientDetails;
  onClose: () => void;
}

/**
 * Takes the dues of several bookings of a person by one press on a payment method. A refusal takes
 * nothing and stays in the dialog, which then shows the remaining dues.
 */
export function TakeAllDialog({ patient: { name, owing }, onClose }: TakeAllDialogProps) {
  const client = useQueryClient();
  const { visit, visits } = useAppointmentWording();
  const { key, handleError } = useRequestKey();
  const sum = formatRupees(dueOf(owing));
  const counted = `${formatCount(owing.length)} ${owing.length === 1 ? visit : visits}`;
  const take = useMutation({
    mutationFn: (method: PaymentMethod) =>
      call(takeAll, {
        body: {
          bookings: owing.map(({ id, due, amount }) => ({ id, amount: due, amountBefore: amount })),
          method,
        },
        idempotencyKey: key,
      }),
    onSuccess: ({ items }, method) => {
      for (const each of items) cacheAppointment(client, each);
      toastDone(`${sum} by ${method} from ${name} for ${counted}`);
      onClose();
    },
    onError: handleError,
    onSettled: (taken) =>
      void refreshAppointments(client, taken?.items.length === 1 ? taken.items[0] : undefined),
  });

  function handleTake(method: PaymentMethod): void {
    if (!take.isPending && owing.length > 0) take.mutate(method);
  }

  function handleKey(event: KeyboardEvent): void {
    const method = methodOfKey(event);
    if (!method) return;
    event.preventDefault();
    handleTake(method);
  }

  return (
    <Dialog opened onClose={onClose} title={`Take payment · ${name}`} size="xs">
      <Stack gap="sm" onKeyDown={handleKey}>
        <ul className={classes.lines}>
          {owing.map(({ id, date, time, due }) => (
            <li key={id}>
              <span>
                {formatDate(date)}, {formatTime(time)}
              </span>
              <span>{formatRupees(due)}</span>
            </li>
          ))}
        </ul>
        <Text className={classes.sum ?? ''}>
          <span>{counted}</span>
          <b>{sum}</b>
        </Text>
        <MethodButtons isBusy={take.isPending} onPress={handleTake} />
        {take.isError && <FailureNotice text={errorText(take.error, 'Failed to record payment')} />}
      </Stack>
    </Dialog>
  );
}
