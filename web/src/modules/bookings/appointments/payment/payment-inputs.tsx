import { NumberInput, type NumberInputProps, Select } from '@mantine/core';
import { PaymentMethod } from '@samay/contract/core/money';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../ui/dialog/dialog.tsx';

interface AmountInputProps extends Pick<NumberInputProps, 'description' | 'inputWrapperOrder'> {
  label: string;
  'data-autofocus'?: boolean;
  value?: number | string;
  error?: ReactNode;
  onChange?: (rupees: number | string) => void;
}

/**
 * An amount in rupees with at most two decimals and Indian digit grouping. A negative amount stays
 * as typed and is rejected by the form's validation.
 */
export function AmountInput(props: AmountInputProps) {
  return (
    <NumberInput
      prefix="₹"
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      decimalScale={2}
      hideControls
      inputMode="decimal"
      {...props}
    />
  );
}

interface MethodSelectProps {
  label: string;
  value?: string | null;
  error?: ReactNode;
  onChange?: (method: string | null) => void;
}

export function MethodSelect(props: MethodSelectProps) {
  return (
    <Select
      data={PaymentMethod.options}
      clearable
      comboboxProps={inDialog}
      placeholder="Choose"
      clearButtonProps={{ 'aria-label': 'Clear payment method' }}
      {...props}
    />
  );
}
