import { Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { WholeInput } from '../../../ui/form/whole-input.tsx';
import { noPayment, type PaymentsValues, type PaymentValues } from './payment-values.ts';

interface PaymentForm {
  payments: PaymentsValues;
  refundRule: 'all' | 'part' | 'none';
  refundPercent: string;
}

interface PaymentFieldsProps<Values extends PaymentForm> {
  // The form has more fields; these take only their own.
  form: Pick<UseFormReturnType<Values>, 'errors' | 'getInputProps'>;
  payments: PaymentsValues;
  refundRule: PaymentForm['refundRule'];
  services: readonly { readonly id: string; readonly name: string }[];
  onChange: (payments: PaymentsValues) => void;
}

const choices = [
  { value: 'none', label: 'Nothing online' },
  { value: 'deposit', label: 'A deposit' },
  { value: 'all', label: 'The whole price' },
] as const;

/** Renders what a visitor pays for each service before it is booked, and what goes back of it. */
export function PaymentFields<Values extends PaymentForm>({
  form,
  payments,
  refundRule,
  services,
  onChange,
}: PaymentFieldsProps<Values>) {
  if (services.length === 0) return null;
  const takesAny = services.some(({ id }) => (payments[id] ?? noPayment).takes !== 'none');
  return (
    <Stack gap="md" role="group" aria-label="Paid before it is booked">
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          Paid before it is booked
        </Text>
        {services.map(({ id, name }) => (
          <ServiceRow
            key={id}
            name={name}
            value={payments[id] ?? noPayment}
            error={form.errors[`deposit.${id}`]}
            onChange={(value) => onChange({ ...payments, [id]: value })}
          />
        ))}
      </Stack>
      {takesAny && (
        <Radio.Group
          label="When the visitor cancels in time"
          description="Until when they may is set under People and messages. When you cancel, you decide yourself. Money by UPI you give back yourself in any case."
          {...form.getInputProps('refundRule')}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="all" label="All of the money goes back" />
            <Radio value="part" label="A part of it goes back" />
            {refundRule === 'part' && (
              <WholeInput label="Per cent that goes back" {...form.getInputProps('refundPercent')} />
            )}
            <Radio value="none" label="Nothing goes back" />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}

interface ServiceRowProps {
  name: string;
  value: PaymentValues;
  error: React.ReactNode;
  onChange: (value: PaymentValues) => void;
}

function ServiceRow({ name, value, error, onChange }: ServiceRowProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <NativeChoice
          label={`Paid for ${name} before it is booked`}
          data={choices}
          value={value.takes}
          onChange={(takes) => onChange({ ...value, takes: takes as PaymentValues['takes'] })}
        />
        {value.takes === 'deposit' && (
          <AmountInput
            aria-label={`Deposit for ${name}`}
            placeholder="₹"
            value={value.deposit}
            error={error}
            onChange={({ currentTarget }) => onChange({ ...value, deposit: currentTarget.value })}
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}
