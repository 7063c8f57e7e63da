import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ChargeOffer } from '@samay/contract/ledger/charge-list';
import { formatRupees, Paise } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { useId } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { AmountInput } from '../../../../ui/form/amount-input.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { TaxFields } from './tax-fields.tsx';
import { rateText, taxBody, taxErrors } from './tax-values.ts';

interface ChargeDialogProps {
  /** The charge that is changed; null for a new one. */
  offer: ChargeOffer | null;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (offer: ChargeOffer) => void;
}

interface ChargeValues {
  name: string;
  amount: string;
  treatment: 'exempt' | 'taxable' | 'service';
  sac: string;
  rate: string;
}

/** Asks for the name, the amount and the tax of a charge. */
export function ChargeDialog({ offer, busy, error, onClose, onSave }: ChargeDialogProps) {
  const id = useId();
  const form = useForm<ChargeValues>({
    initialValues: chargeValues(offer),
    validate: chargeErrors,
    onSubmitPreventDefault: 'always',
  });
  const { treatment } = form.values;
  const title = offer === null ? 'New charge' : `Charge ${offer.name}`;
  return (
    <FormDialog title={title} isDirty={form.isDirty()} onClose={onClose}>
      {(askToClose) => (
        <form
          id={id}
          noValidate
          aria-label={title}
          onSubmit={form.onSubmit(
            (values) => {
              if (!busy) onSave(chargeOffer(offer?.id ?? crypto.randomUUID(), values));
            },
            () => focusFirstError(id),
          )}
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              required
              maxLength={80}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <AmountInput label="Amount" required {...form.getInputProps('amount')} />
            <Radio.Group label="Tax" required {...form.getInputProps('treatment')}>
              <Stack gap="xs" mt={4}>
                <Radio value="service" label="Like the service" />
                <Radio value="exempt" label="Exempt" />
                <Radio value="taxable" label="Taxable" />
              </Stack>
            </Radio.Group>
            {treatment !== 'service' && (
              <TaxFields
                isTaxable={treatment === 'taxable'}
                sac={form.getInputProps('sac')}
                rate={form.getInputProps('rate')}
              />
            )}
            {error && <FailureNotice text={errorText(error, 'Failed to save the charge')} />}
            <FormButtons submit="Save" waiting="Saving..." busy={busy} onClose={askToClose} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function chargeValues(offer: ChargeOffer | null): ChargeValues {
  return {
    name: offer?.name ?? '',
    amount: offer ? formatRupees(offer.amount) : '',
    treatment: offer?.treatment ?? 'service',
    sac: offer?.sac ?? '',
    rate: offer?.rate ? rateText(offer.rate) : '',
  };
}

function chargeOffer(id: string, { name, amount, treatment, ...tax }: ChargeValues): ChargeOffer {
  const named = { id, name: name.trim(), amount: parseRupees(amount) ?? 0 };
  if (treatment === 'service') return { ...named, treatment: null, sac: null, rate: null };
  const { from: _, ...taxed } = taxBody({ treatment, ...tax, from: '' });
  return { ...named, ...taxed };
}

function chargeErrors({ name, amount, treatment, ...tax }: ChargeValues) {
  const paise = parseRupees(amount);
  const wrong = Paise.min(1, { error: 'Please enter an amount' }).safeParse(paise ?? 0).error;
  const { sac, rate } = treatment === 'service' ? {} : taxErrors({ treatment, ...tax, from: '2026-04-01' });
  return {
    ...(name.trim() === '' && { name: 'Please enter a name' }),
    ...(wrong && { amount: wrong.issues[0]?.message }),
    ...(sac !== undefined && { sac }),
    ...(rate !== undefined && { rate }),
  };
}
