import { TextInput, type TextInputProps } from '@mantine/core';

/**
 * Renders a field for an amount in rupees. It holds the text as typed, which `parseRupees` of the
 * contract reads: a field that rewrites its text, or steps with keys and wheel, would change the
 * amount.
 */
export function AmountInput(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" {...props} />;
}
