import { Group, Input, TextInput } from '@mantine/core';
import { NativeChoice } from '../../../../ui/form/native-choice.tsx';
import { GstinInput } from '../gstin-input.tsx';
import { creditDays, creditMonths, type RulesValues } from './rules-values.ts';

interface RegistrationFieldsProps {
  values: RulesValues;
  errors: Partial<Record<keyof RulesValues, string>>;
  onChange: (changed: Partial<RulesValues>) => void;
}

/** Renders what only a registered business has: its legal name, GSTIN, and a day for credit notes. */
export function RegistrationFields({ values, errors, onChange }: RegistrationFieldsProps) {
  const [month = '11', day = '30'] = values.creditNotesUntil.split('-');
  return (
    <>
      <TextInput
        label="Legal name"
        description="The name in the registration."
        required
        maxLength={120}
        autoComplete="organization"
        value={values.legalName}
        error={errors.legalName}
        onChange={({ currentTarget }) => onChange({ legalName: currentTarget.value })}
      />
      <GstinInput
        value={values.gstin}
        error={errors.gstin}
        isRequired
        onChange={(gstin) => onChange({ gstin })}
      />
      <Input.Wrapper
        label="Last day for credit notes"
        labelElement="div"
        description="After the end of a financial year, credit notes to its bills and invoices are possible until this day."
        error={errors.creditNotesUntil}
      >
        <Group gap="xs" mt={4}>
          <NativeChoice
            label="Day of the last credit notes"
            data={creditDays}
            value={day}
            onChange={(next) => onChange({ creditNotesUntil: `${month}-${next}` })}
          />
          <NativeChoice
            label="Month of the last credit notes"
            data={creditMonths}
            value={month}
            onChange={(next) => onChange({ creditNotesUntil: `${next}-${day}` })}
          />
        </Group>
      </Input.Wrapper>
    </>
  );
}
