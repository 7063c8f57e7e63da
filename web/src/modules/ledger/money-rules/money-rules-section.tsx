import { Button, Group, Stack, Switch } from '@mantine/core';
import { getMoneyRules, MoneyRules, setMoneyRules } from '@samay/contract/ledger/money-rules';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { fieldErrors, focusFirstError } from '../../../ui/form/form-errors.ts';

const rulesQuery = queryOptions({
  queryKey: ['money-rules'],
  queryFn: ({ signal }) => call(getMoneyRules, { signal }),
});

/** Renders, for owners, the rules for giving money back and the limits of discounts by role. */
export function MoneyRulesSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Refunds and discounts"
      hint={
        'Owners always may give money back, void what others took, and waive any amount. ' +
        'Employees who may give money back may do the same.'
      }
      query={rulesQuery}
      failed="Failed to load this setting"
    >
      {(rules) => <RulesForm key={JSON.stringify(rules)} rules={rules} />}
    </LoadedSection>
  );
}

function RulesForm({ rules }: { rules: MoneyRules }) {
  const id = useId();
  const { tenant, businessType } = useSession();
  const { mayRefund, setMayRefund, doctor, setDoctor, employee, setEmployee, ...form } = useRulesForm(
    id,
    rules,
  );
  const { errors, save } = form;
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit} aria-label="Refunds and discounts">
      <Stack gap="md">
        <Switch
          label="Employees may give money back"
          checked={mayRefund}
          onChange={({ currentTarget }) => setMayRefund(currentTarget.checked)}
        />
        {businessType === 'doctor' && (
          <LimitInput
            label="A doctor may waive of a price"
            value={doctor}
            error={errors['doctorDiscount']}
            onChange={setDoctor}
          />
        )}
        <LimitInput
          label="An employee may waive of a price"
          value={employee}
          error={errors['employeeDiscount']}
          isDisabled={mayRefund}
          onChange={setEmployee}
        />
        {save.isError && (
          <FailureNotice text={errorText(save.error, 'Failed to save refunds and discounts')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={form.isUnchanged || save.isPending || tenant?.suspended === true}>
            {save.isPending ? 'Saving...' : 'Save refunds and discounts'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Holds the values of the rules, with limits as typed, and saves them. */
function useRulesForm(id: string, rules: MoneyRules) {
  const client = useQueryClient();
  const [mayRefund, setMayRefund] = useState(rules.employeesMayRefund);
  const [doctor, setDoctor] = useState(toText(rules.doctorDiscount));
  const [employee, setEmployee] = useState(toText(rules.employeeDiscount));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const body = {
    employeesMayRefund: mayRefund,
    doctorDiscount: parseRupees(doctor),
    employeeDiscount: parseRupees(employee),
  };
  const save = useMutation({
    mutationFn: () => call(setMoneyRules, { body }),
    onSuccess: (saved) => {
      client.setQueryData(rulesQuery.queryKey, saved);
      toastDone('Refunds and discounts saved');
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const wrong = fieldErrors(MoneyRules.safeParse(body).error);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(id);
    else if (!save.isPending) save.mutate();
  }

  const fields = { mayRefund, setMayRefund, doctor, setDoctor, employee, setEmployee };
  return { ...fields, errors, save, handleSubmit, isUnchanged: isEqual(body, rules) };
}

interface LimitInputProps {
  label: string;
  value: string;
  error: string | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** Renders the field of a limit. Empty is no limit, and ₹0 allows no discount. */
function LimitInput({ label, value, error, isDisabled = false, onChange }: LimitInputProps) {
  return (
    <AmountInput
      label={label}
      description="At most this amount. Empty: any amount. 0: nothing."
      placeholder="Any amount"
      disabled={isDisabled}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function toText(limit: number | null): string {
  return limit === null ? '' : formatRupees(limit);
}

function isEqual(one: MoneyRules, other: MoneyRules): boolean {
  return (
    one.employeesMayRefund === other.employeesMayRefund &&
    one.doctorDiscount === other.doctorDiscount &&
    one.employeeDiscount === other.employeeDiscount
  );
}
