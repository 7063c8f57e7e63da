import { Button, Group, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { setPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { refreshPapers } from '../api.ts';
import { paperSettingsQuery } from './api.ts';
import { RegistrationFields } from './registration-fields.tsx';
import {
  exampleNumber,
  type PaperRules,
  type Registration,
  rulesBody,
  rulesErrors,
  rulesValues,
  type RulesValues,
} from './rules-values.ts';

type Errors = Partial<Record<keyof RulesValues, string>>;

export function RulesForm({ rules }: { rules: PaperRules }) {
  const id = useId();
  const client = useQueryClient();
  const { tenant } = useSession();
  const today = useToday();
  const [values, setValues] = useState(() => rulesValues(rules));
  const [errors, setErrors] = useState<Errors>({});
  const body = rulesBody(values);
  const save = useMutation({
    mutationFn: () => call(setPaperSettings, { body }),
    onSuccess: (saved) => {
      client.setQueryData(paperSettingsQuery.queryKey, saved);
      void refreshPapers(client);
      toastDone('Receipts and invoices saved');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      setErrors(error.fields);
      focusFirstError(id);
    },
  });

  function change(changed: Partial<RulesValues>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = rulesErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  return (
    <form id={id} noValidate onSubmit={handleSubmit} aria-label="Registration and numbers">
      <Stack gap="md">
        <RegistrationChoice
          value={values.registration}
          onChange={(registration) => change({ registration })}
        />
        {values.registration !== 'none' && (
          <RegistrationFields values={values} errors={errors} onChange={change} />
        )}
        <TextInput
          label="Prefix of the numbers"
          description={`Up to two letters or digits, so that two places of one business differ. Example: ${exampleNumber(values, today)}`}
          maxLength={2}
          autoComplete="off"
          autoCapitalize="characters"
          value={values.prefix}
          error={errors.prefix}
          onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
        />
        <AutomaticSwitch
          isOn={values.automatic}
          registration={values.registration}
          onChange={(automatic) => change({ automatic })}
        />
        {save.isError && Object.keys(errors).length === 0 && (
          <FailureNotice text={errorText(save.error, 'Failed to save these settings')} />
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={isEqual(body, rules) || save.isPending || tenant?.suspended === true}
          >
            {save.isPending ? 'Saving...' : 'Save receipts and invoices'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AutomaticSwitchProps {
  isOn: boolean;
  registration: Registration;
  onChange: (isOn: boolean) => void;
}

function AutomaticSwitch({ isOn, registration, onChange }: AutomaticSwitchProps) {
  const id = useId();
  const { booking } = wording[useSession().businessType ?? 'doctor'];
  return (
    <div>
      <Switch
        label="Create receipts and invoices automatically"
        aria-describedby={id}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <Text id={id} size="sm" c="dimmed">
        {registration === 'none'
          ? `A completed ${booking} of which nothing is due gets its receipt without a press, below ₹50,000.`
          : `A completed ${booking} of which nothing is due gets its bill or invoice without a press, below ₹50,000. Vouchers and credit notes wait for a press.`}
      </Text>
    </div>
  );
}

interface RegistrationChoiceProps {
  value: Registration;
  onChange: (value: Registration) => void;
}

const registrations = [
  { value: 'none', label: 'Not registered', description: 'Receipts without tax.' },
  { value: 'regular', label: 'Registered', description: 'Tax invoices, and bills for exempt services.' },
  {
    value: 'composition',
    label: 'Registered under the composition scheme',
    description: 'Bills of supply without tax.',
  },
] as const;

function RegistrationChoice({ value, onChange }: RegistrationChoiceProps) {
  const choose = (next: string) => {
    const chosen = registrations.find((each) => each.value === next);
    if (chosen) onChange(chosen.value);
  };
  return (
    <>
      <Radio.Group label="GST" value={value} onChange={choose}>
        <Stack gap="xs" mt={4}>
          {registrations.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
      {value !== 'none' && (
        <Text size="sm" c="dimmed">
          Samay creates no e-invoice (IRN). If your business needs one, create it on the portal of the
          government.
        </Text>
      )}
    </>
  );
}

function isEqual(one: PaperRules, other: PaperRules): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof PaperRules] === value);
}
