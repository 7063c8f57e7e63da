import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NativeChoiceProps {
  label: string;
  data: readonly { readonly value: string; readonly label: string }[];
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/**
 * Renders the browser's own select: quick on a phone, and without the library's dropdown, which is
 * larger than a list. Its label is for screen readers.
 */
export function NativeChoice({ label, data, value, error, onChange }: NativeChoiceProps) {
  return (
    <InputBase
      component="select"
      pointer
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      aria-label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {data.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </InputBase>
  );
}
