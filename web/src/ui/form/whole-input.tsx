import { TextInput, type TextInputProps } from '@mantine/core';
import type { Unit } from '@samay/contract/core/typed/numbers';

interface WholeInputProps extends Omit<TextInputProps, 'value'> {
  /** The text as typed, or a number from elsewhere, which is shown with its unit. */
  value?: string | number | null;
  unit?: Unit;
}

/**
 * Renders a field for a whole number. It holds the text as typed, which `parseWhole` of the contract
 * reads: a field of numbers would drop the digits of other scripts and keep what stood in it before.
 */
export function WholeInput({ value, unit, ...props }: WholeInputProps) {
  const shown = typeof value === 'number' && unit !== undefined ? `${value} ${unit}` : (value ?? '');
  return <TextInput inputMode="numeric" autoComplete="off" maxLength={20} {...props} value={shown} />;
}
