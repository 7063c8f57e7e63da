import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type MoneyLock, setMoneyLock } from '@samay/contract/tenancy/money-lock';
import { formatDate } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { adjacentMonth, daysOfMonth } from '../../../lib/months.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { moneyLock } from './api.ts';

interface LockDialogProps {
  lock: MoneyLock;
  /** The day that is proposed; by default the end of the last month. */
  proposed: string | undefined;
  onClose: () => void;
}

interface Values {
  /** The last locked day; empty for none. */
  readonly until: string;
  readonly reason: string;
  readonly password: string;
}
type Errors = Partial<Record<keyof Values, string>>;

/** Asks until which day the money is locked; for an earlier one than before, why. */
export function LockDialog({ lock, proposed, onClose }: LockDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const today = useToday();
  const initial = proposed ?? lock.until ?? daysOfMonth(adjacentMonth(today.slice(0, 7), -1)).to;
  const [values, setValues] = useState<Values>({ until: initial, reason: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const until = values.until || null;
  const isBack = lock.until !== null && (until === null || until < lock.until);
  const [asksPassword, setAsksPassword] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const { reason, password } = values;
      const proof = { ...(isBack && { reason: reason.trim() }), ...(asksPassword && { password }) };
      return call(setMoneyLock, { body: { until, untilBefore: lock.until, ...proof } });
    },
    onSuccess: (saved) => {
      client.setQueryData(moneyLock.queryKey, saved);
      toastDone(saved.until === null ? 'No month is locked' : `Locked until ${formatDate(saved.until)}`);
      onClose();
    },
    onError: (error) => {
      if (!isAboutPassword(error)) return;
      setAsksPassword(true);
      setErrors({ password: error.message });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['appointments'] }),
  });

  function change(field: keyof Values, value: string): void {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = findErrors(values, { today, isBack, asksPassword });
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  return (
    <Dialog opened onClose={onClose} title="Lock months" small>
      <form id={id} noValidate onSubmit={handleSubmit} aria-label="Lock months">
        <Stack>
          <Text size="sm">
            Up to this day amounts, prices, discounts and statuses stay as they are. What is taken or given
            back later counts on its own day, for earlier months.
          </Text>
          {lock.until !== null && (
            <Text size="sm">
              Locked until <b>{formatDate(lock.until)}</b>
              {lock.reason !== null && `, moved back: ${lock.reason}`}
            </Text>
          )}
          <DayInput
            label="Lock until"
            value={values.until}
            error={errors.until}
            nearest="past"
            isOptional={lock.until !== null}
            onChange={(day) => change('until', day)}
            data-autofocus
          />
          {isBack && (
            <TextInput
              label="Reason"
              required
              maxLength={200}
              autoComplete="off"
              value={values.reason}
              error={errors.reason}
              onChange={({ currentTarget }) => change('reason', currentTarget.value)}
            />
          )}
          {asksPassword && (
            <PasswordInput
              label="Your password"
              required
              autoComplete="current-password"
              value={values.password}
              error={errors.password}
              onChange={({ currentTarget }) => change('password', currentTarget.value)}
            />
          )}
          {save.isError && !isAboutPassword(save.error) && (
            <FailureNotice text={errorText(save.error, 'Failed to lock')} />
          )}
          <FormButtons
            submit={isBack ? 'Move the lock back' : 'Lock'}
            waiting="Saving..."
            busy={save.isPending}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function isAboutPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('account.');
}

function findErrors(
  { until, reason, password }: Values,
  { today, isBack, asksPassword }: { today: string; isBack: boolean; asksPassword: boolean },
): Errors {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until);
  const isWrongDay = until === '' ? !isBack : !isDay || until >= today;
  return {
    ...(isWrongDay && { until: 'Please choose a day that is over' }),
    ...(isBack && reason.trim() === '' && { reason: 'Please enter a reason' }),
    ...(asksPassword && password === '' && { password: 'Please enter your password' }),
  };
}
