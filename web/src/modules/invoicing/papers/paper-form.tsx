import { Stack, Textarea, TextInput, Title } from '@mantine/core';
import { plainGstin } from '@samay/contract/invoicing/gst';
import { moneyReasons } from '@samay/contract/bookings/money';
import { isAddressed, type Paper, paperNames, type PaperProposal } from '@samay/contract/invoicing/papers';
import { formatRupees } from '@samay/contract/core/money';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { GstinInput } from './gstin-input.tsx';
import { CreditLineChoice } from '../../bookings/credit-line-choice.tsx';
import {
  mostCredited,
  type PaperErrors,
  paperErrors,
  type PaperValues,
  serverErrors,
  buildWish,
} from './paper-values.ts';
import { useMakePaper } from './use-make-paper.ts';

interface PaperFormProps {
  appointment: { readonly id: string; readonly personName: string };
  proposal: PaperProposal;
  onMade: (paper: Paper) => void;
  onCancel: () => void;
}

/** Renders the form of a credit note, or of a paper whose recipient is named. */
export function PaperForm({ appointment, proposal, onMade, onCancel }: PaperFormProps) {
  const id = useId();
  const [values, setValues] = useState<PaperValues>({
    amount: formatRupees(proposal.total),
    reason: '',
    line: '',
    name: isAddressed(proposal, null) ? appointment.personName : '',
    address: '',
    gstin: '',
  });
  const [errors, setErrors] = useState<PaperErrors>({});
  const make = useMakePaper(appointment.id, onMade);
  const kind = paperNames[proposal.kind];
  const title = proposal.of
    ? `${kind} to ${proposal.of.number}`
    : `${kind} of ${formatRupees(proposal.total)}`;
  const refused = make.error instanceof ApiError ? serverErrors(proposal, make.error) : {};

  function change(changed: Partial<PaperValues>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
    make.reset();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = paperErrors(proposal, values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!make.isPending)
      make.mutate(buildWish(proposal, values), { onError: () => focusFirstError(id) });
  }

  const fields = { proposal, values, errors: { ...refused, ...errors }, onChange: change };
  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label={title}>
      <Stack gap="sm">
        <Title order={3} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {proposal.kind === 'credit_note' ? <CreditFields {...fields} /> : <RecipientFields {...fields} />}
        {make.isError && Object.keys(refused).length === 0 && (
          <FailureNotice text={errorText(make.error, 'Failed to create the receipt or invoice')} />
        )}
        <FormButtons
          submit={`Create ${kind.toLowerCase()}`}
          waiting="Creating..."
          busy={make.isPending}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

interface FieldsProps {
  proposal: PaperProposal;
  values: PaperValues;
  errors: PaperErrors;
  onChange: (changed: Partial<PaperValues>) => void;
}

function CreditFields({ proposal, values, errors, onChange }: FieldsProps) {
  return (
    <>
      <AmountInput
        label="Amount"
        required
        data-autofocus
        description={`At most ${formatRupees(mostCredited(proposal, values.line))}`}
        value={values.amount}
        error={errors.amount}
        onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
      />
      {proposal.lines && (
        <CreditLineChoice
          lines={proposal.lines}
          value={values.line}
          onChange={(line) => onChange({ line, amount: formatRupees(mostCredited(proposal, line)) })}
        />
      )}
      <ReasonField
        reasons={moneyReasons}
        value={values.reason}
        error={errors.reason}
        onChange={(reason) => onChange({ reason })}
      />
    </>
  );
}

function RecipientFields({ proposal, values, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name of the company or person"
        required
        data-autofocus
        maxLength={120}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label="Address"
        required={isAddressed(proposal, plainGstin(values.gstin) || null)}
        rows={3}
        maxLength={300}
        autoComplete="off"
        value={values.address}
        error={errors.address}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
      />
      <GstinInput value={values.gstin} error={errors.gstin} onChange={(gstin) => onChange({ gstin })} />
    </>
  );
}
