import { Select } from '@mantine/core';
import { PaymentMethod } from '@samay/contract/core/money';
import type { ReactNode } from 'react';
import { inDialog } from '../../../../ui/dialog/dialog.tsx';

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
