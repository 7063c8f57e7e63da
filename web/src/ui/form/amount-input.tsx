import { TextInput, type TextInputProps } from '@mantine/core';

/**
 * A field for an amount in rupees. It holds the text as typed, which `parseRupees` of the contract
 * reads: a field that rewrites its text, or steps with keys and wheel, would make another amount of
 * it.
 */
export function AmountInput(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" {...props} />;
}
