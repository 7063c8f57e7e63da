import { Checkbox, Stack, Text } from '@mantine/core';
import { takeAll } from '@samay/contract/bookings/money';
import type { PatientDetails } from '@samay/contract/people/patients';
import { formatRupees, type PaymentMethod } from '@samay/contract/core/money';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useRequestKey } from '../../../lib/api/use-request-key.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../bookings/api.ts';
import { MethodButtons, methodOfKey } from '../../bookings/method-buttons.tsx';
import { getDue, type OwingOf, useVisitsText } from './owing.ts';
import classes from './take-all-dialog.module.css';

interface TakeAllDialogProps {
  patient: PatientDetails;
  /** The bookings that are chosen at first. */
  proposed: readonly OwingOf[];
  onClose: () => void;
}

/**
 * Takes the dues of chosen bookings of a person, and of the others with their number, by one press
 * on a payment method. A refusal takes nothing and stays in the dialog, which then shows the
 * remaining dues. A due that appears meanwhile is not chosen.
 */
export function TakeAllDialog({ patient, proposed, onClose }: TakeAllDialogProps) {
  const { name, owing, householdOwing } = patient;
  const client = useQueryClient();
  const visitsText = useVisitsText();
  const { key, renew, handleError } = useRequestKey();
  const [ids, setIds] = useState(() => proposed.map(({ id }) => id));
  const [isAsked, setAsked] = useState(false);
  const named = (row: OwingOf) => (householdOwing.length > 0 ? { ...row, personName: name } : row);
  const rows: readonly OwingOf[] = [...owing.map(named), ...householdOwing];
  const chosen = rows.filter(({ id }) => ids.includes(id));
  const sum = formatRupees(getDue(chosen));
  const counted = visitsText(chosen);
  const take = useMutation({
    mutationFn: (method: PaymentMethod) =>
      call(takeAll, {
        body: {
          bookings: chosen.map(({ id, due, amount }) => ({ id, amount: due, amountBefore: amount })),
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
    setAsked(true);
    if (!take.isPending && chosen.length > 0) take.mutate(method);
  }

  function handleKey(event: KeyboardEvent): void {
    const method = methodOfKey(event);
    if (!method) return;
    event.preventDefault();
    handleTake(method);
  }

  function handleChoice(id: string): void {
    if (take.isPending) return;
    setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
    setAsked(false);
    take.reset();
    renew();
  }

  return (
    <Dialog opened onClose={onClose} title={`Take payment · ${name}`} size="sm">
      <Stack gap="sm" onKeyDown={handleKey}>
        <ul className={classes.lines}>
          {rows.map((row) => (
            <li key={row.id}>
              <Checkbox
                classNames={{
                  body: classes.choice ?? '',
                  labelWrapper: classes.wrapper ?? '',
                  label: classes.line ?? '',
                }}
                label={<RowLabel row={row} />}
                checked={ids.includes(row.id)}
                onChange={() => handleChoice(row.id)}
              />
            </li>
          ))}
        </ul>
        <Text className={classes.sum ?? ''}>
          <span>{counted}</span>
          <b>{sum}</b>
        </Text>
        <MethodButtons isBusy={take.isPending} onPress={handleTake} />
        {isAsked && chosen.length === 0 && <FailureNotice text="Please choose what is paid" />}
        {take.isError && <FailureNotice text={errorText(take.error, 'Failed to take payment')} />}
      </Stack>
    </Dialog>
  );
}

/** Renders day and time with what is due, below the name of the person where it is given. */
function RowLabel({ row: { personName, date, time, due } }: { row: OwingOf }) {
  return (
    <>
      <span className={classes.who}>
        {personName !== undefined && <b>{personName}</b>}{' '}
        <span>
          {formatDate(date)}, {formatTime(time)}
        </span>
      </span>{' '}
      <span>{formatRupees(due)}</span>
    </>
  );
}
