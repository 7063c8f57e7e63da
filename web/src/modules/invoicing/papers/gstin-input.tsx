import { TextInput } from '@mantine/core';
import { Gstin, plainGstin, getState } from '@samay/contract/invoicing/gst';

interface GstinInputProps {
  value: string;
  error: string | undefined;
  isRequired?: boolean;
  onChange: (gstin: string) => void;
}

/**
 * Renders the field of a GSTIN. It is checked while it is typed: once it is whole, the field shows
 * its state, or that one of its characters is wrong.
 */
export function GstinInput({ value, error, isRequired = false, onChange }: GstinInputProps) {
  const read = Gstin.safeParse(value);
  const wrong = plainGstin(value).length >= 15 ? read.error?.issues[0]?.message : undefined;
  return (
    <TextInput
      label="GSTIN"
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="characters"
      maxLength={60}
      {...(read.success && { description: getState(read.data) })}
      value={value}
      error={error ?? wrong}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
