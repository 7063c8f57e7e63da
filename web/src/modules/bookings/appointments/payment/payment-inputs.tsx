import { Select } from '@mantine/core';
import { advanceMethod, PaymentMethod } from '@samay/contract/core/money';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../ui/dialog/dialog.tsx';

/** Lists the methods by which money changes hands: all but that of an advance. */
const handedMethods = PaymentMethod.options.filter((method) => method !== advanceMethod);

interface MethodSelectProps {
  label: string;
  value?: string | null;
  error?: ReactNode;
  onChange?: (method: string | null) => void;
}

export function MethodSelect(props: MethodSelectProps) {
  return (
    <Select
      data={handedMethods}
      clearable
      comboboxProps={inDialog}
      placeholder="Choose"
      clearButtonProps={{ 'aria-label': 'Clear payment method' }}
      {...props}
    />
  );
}
