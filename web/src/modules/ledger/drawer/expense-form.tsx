import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Paise } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { Pill } from '../../../ui/table/pills.tsx';
import classes from './drawer.module.css';
import { useAddExpense } from './use-drawer-changes.ts';

const usualReasons = ['Tea', 'Courier', 'Stationery'] as const;
const nothing = { amount: '', reason: '' };

/** Notes cash that left the drawer: an amount, and a usual or typed reason. */
export function ExpenseForm({ onDone }: { onDone: () => void }) {
  const id = useId();
  const [values, setValues] = useState(nothing);
  const [errors, setErrors] = useState<Partial<typeof nothing>>({});
  const add = useAddExpense();

  function change(changed: Partial<typeof nothing>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = expenseErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstError(id);
    if (add.isPending) return;
    const body = { paise: parseRupees(values.amount) ?? 0, reason: values.reason.trim() };
    add.mutate(body, { onSuccess: onDone });
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="New expense">
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
          {usualReasons.map((reason) => (
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
        {add.isError && <FailureNotice text={errorText(add.error, 'Failed to add the expense')} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={add.isPending}>
            {add.isPending ? 'Adding...' : 'Add expense'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function expenseErrors({ amount, reason }: typeof nothing): Partial<typeof nothing> {
  const paise = parseRupees(amount);
  const wrong = paise === null || paise === 0 ? 'Please enter an amount' : sentenceOf(paise);
  return {
    ...(wrong !== undefined && { amount: wrong }),
    ...(reason.trim() === '' && { reason: 'Please enter a reason' }),
  };
}

function sentenceOf(paise: number): string | undefined {
  return Paise.safeParse(paise).error?.issues[0]?.message;
}
