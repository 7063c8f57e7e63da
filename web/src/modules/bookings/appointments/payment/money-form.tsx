import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '../../../../lib/api/api.ts';
import { useRequestKey } from '../../../../lib/api/use-request-key.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { ReasonField } from '../../../../ui/form/reason-field.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { BelowZero, isBelowZero } from '../../below-zero.tsx';
import { ChargeField } from './charge-field.tsx';
import { type MoneyAct, moneyErrors, type MoneyValues } from './money-acts.ts';
import { RefundEffect, useCreditNote } from './refund-effect.tsx';

interface MoneyFormProps {
  appointment: Booked;
  act: MoneyAct;
  onDone: () => void;
  onCancel: () => void;
}

/** The refusals that belong to the amount's field. */
const aboutAmount = new Set(['payment.exceeded', 'advance.exceeded', 'discount.exceeded']);

/** Renders the form of a refund, a void, a discount, or an advance. */
export function MoneyForm({ appointment, act, onDone, onCancel }: MoneyFormProps) {
  const id = useId();
  const { values, note, errors, save, change, handleSubmit } = useMoneyForm({ id, appointment, act, onDone });
  const { amount, methods, drawers, offers, reasons, name } = act;
  const isAsked = isBelowZero(save.error);
  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label={act.title}>
      <Stack gap="sm">
        <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {act.title}
        </Title>
        {act.hint !== undefined && <Text size="sm">{act.hint}</Text>}
        {offers && (
          <ChargeField
            label="What for"
            offers={offers}
            name={values.charge}
            error={errors.charge}
            onType={(name) => change('charge', name)}
            onPick={(offer) => {
              change('charge', offer.name);
              change('amount', formatRupees(offer.amount));
            }}
          />
        )}
        {amount && (
          <AmountInput
            label={amount.label}
            required
            data-autofocus={!offers || undefined}
            {...(amount.most !== null && { description: `At most ${formatRupees(amount.most)}` })}
            value={values.amount}
            error={errors.amount}
            onChange={({ currentTarget }) => change('amount', currentTarget.value)}
          />
        )}
        {methods && (
          <NativeSelect
            label={methods.label}
            data={[...methods.options]}
            value={values.method}
            onChange={({ currentTarget }) => change('method', currentTarget.value)}
          />
        )}
        {drawers && values.method === 'Cash' && (
          <NativeSelect
            label="From"
            data={[...drawers.options]}
            value={values.drawer}
            onChange={({ currentTarget }) => change('drawer', currentTarget.value)}
          />
        )}
        {reasons && (
          <ReasonField
            reasons={reasons}
            value={values.reason}
            error={errors.reason}
            onChange={(reason) => change('reason', reason)}
          />
        )}
        {act.isRefund && (
          <RefundEffect appointment={appointment} values={values} note={note} onChange={change} />
        )}
        {isAsked && (
          <BelowZero
            {...(name === 'Void' && { act: 'Void it' })}
            busy={save.isPending}
            onYes={() => save.mutate({ belowZero: true })}
            onNo={save.reset}
          />
        )}
        {save.isError && !isAsked && !isAboutAmount(save.error) && (
          <FailureNotice text={errorText(save.error, `Failed to save: ${act.title}`)} />
        )}
        {!isAsked && (
          <FormButtons submit={name} waiting="Saving..." busy={save.isPending} onClose={onCancel} />
        )}
      </Stack>
    </form>
  );
}

type MoneyFormOptions = Omit<MoneyFormProps, 'onCancel'> & {
  /** The id of the form's element. */
  id: string;
};

/** Holds the values of the form, and sends them once they are valid. */
function useMoneyForm({ id, appointment, act, onDone }: MoneyFormOptions) {
  const client = useQueryClient();
  const [values, setValues] = useState<MoneyValues>(() => initialValues(act));
  const [errors, setErrors] = useState<Partial<Record<keyof MoneyValues, string>>>({});
  const { key, handleError } = useRequestKey();
  const note = useCreditNote(appointment, act, values);
  const sent = {
    ...values,
    paise: parseRupees(values.amount) ?? 0,
    key,
    creditNote: note && values.credits ? { ofId: note.ofId, total: note.total, line: note.line } : undefined,
  };
  const save = useMutation({
    mutationFn: (agreed: { belowZero?: boolean }) => act.send({ ...sent, ...agreed }),
    onSuccess: (changed) => {
      if (changed) cacheAppointment(client, changed);
      toastDone(act.done(sent));
      onDone();
    },
    onError: (error) => {
      handleError(error);
      if (isAboutAmount(error)) setErrors({ amount: error.message });
    },
    onSettled: (changed, error) =>
      void refreshAppointments(client, error ? undefined : (changed ?? appointment)),
  });

  function change<Field extends keyof MoneyValues>(field: Field, value: MoneyValues[Field]): void {
    if (isBelowZero(save.error)) save.reset();
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = moneyErrors(act, values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!save.isPending) save.mutate({});
  }

  return { values, note, errors, save, change, handleSubmit };
}

function initialValues({ amount, methods, drawers }: MoneyAct): MoneyValues {
  const { initial = 0 } = amount ?? {};
  return {
    amount: initial === 0 ? '' : formatRupees(initial),
    method: methods?.initial ?? '',
    reason: '',
    charge: '',
    drawer: drawers?.initial ?? '',
    lowers: null,
    credits: true,
    line: '',
  };
}

function isAboutAmount(error: unknown): error is ApiError {
  return error instanceof ApiError && aboutAmount.has(error.code);
}
