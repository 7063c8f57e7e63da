import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Paise } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { Pill } from '../../../ui/table/pills.tsx';
import { BelowZero, isBelowZero } from '../../bookings/below-zero.tsx';
import classes from './drawer.module.css';
import { type EntryKind, useAddEntry } from './use-drawer-changes.ts';

const usualReasons: Record<EntryKind, readonly string[]> = {
  expense: ['Tea', 'Courier', 'Stationery'],
  cash_in: ['Change', 'Float'],
  cash_out: ['To the bank', 'To the owner'],
};

const formNames: Record<EntryKind, string> = {
  expense: 'New expense',
  cash_in: 'New cash in',
  cash_out: 'New cash out',
};
const nothing = { amount: '', reason: '' };

interface ExpenseFormProps {
  kind: EntryKind;
  onDone: () => void;
}

/** Notes cash that left the drawer, or came into it: an amount, and a usual or typed reason. */
export function ExpenseForm({ kind, onDone }: ExpenseFormProps) {
  const id = useId();
  const [values, setValues] = useState(nothing);
  const [errors, setErrors] = useState<Partial<typeof nothing>>({});
  const add = useAddEntry();

  function change(changed: Partial<typeof nothing>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = expenseErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstError(id);
    if (!add.isPending) send();
  }

  function send(belowZero?: true): void {
    const body = { kind, paise: parseRupees(values.amount) ?? 0, reason: values.reason.trim() };
    add.mutate({ ...body, ...(belowZero && { belowZero }) }, { onSuccess: onDone });
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label={formNames[kind]}>
      <Stack gap="sm">
        <AmountInput
          label="Amount"
          data-autofocus
          value={values.amount}
          error={errors.amount}
          onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
        />
        <TextInput
          label="Reason"
          autoComplete="off"
          maxLength={200}
          value={values.reason}
          error={errors.reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
        <div role="group" aria-label="Usual reasons" className={classes.reasons}>
          {usualReasons[kind].map((reason) => (
            <Pill
              key={reason}
              isAlone
              isPressed={values.reason === reason}
              onClick={() => change({ reason })}
            >
              {reason}
            </Pill>
          ))}
        </div>
        {add.isError && !isBelowZero(add.error) && (
          <FailureNotice text={errorText(add.error, 'Failed to add the amount')} />
        )}
        {isBelowZero(add.error) ? (
          <BelowZero
            act="Take it out"
            busy={add.isPending}
            onYes={() => send(true)}
            onNo={() => add.reset()}
          />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
            <Button type="submit" disabled={add.isPending}>
              {add.isPending ? 'Adding...' : addNames[kind]}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** The names of the buttons that note an amount. */
export const addNames: Record<EntryKind, string> = {
  expense: 'Add expense',
  cash_in: 'Add cash in',
  cash_out: 'Add cash out',
};

function expenseErrors({ amount, reason }: typeof nothing): Partial<typeof nothing> {
  const paise = parseRupees(amount);
  const wrong = paise === null || paise === 0 ? 'Please enter an amount' : explainAmount(paise);
  return {
    ...(wrong !== undefined && { amount: wrong }),
    ...(reason.trim() === '' && { reason: 'Please enter a reason' }),
  };
}

function explainAmount(paise: number): string | undefined {
  return Paise.safeParse(paise).error?.issues[0]?.message;
}
