import { Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pill } from '../table/pills.tsx';

interface ReasonFieldProps {
  /** The reasons that one press enters; any other one is typed. */
  reasons: readonly string[];
  value: string;
  error?: ReactNode;
  /** Whether none is needed. */
  isOptional?: boolean;
  onChange: (reason: string) => void;
}

/** Asks for the reason of a change: a press on a usual one, or typed. */
export function ReasonField({ reasons, value, error, isOptional = false, onChange }: ReasonFieldProps) {
  return (
    <Stack gap={8}>
      <TextInput
        label="Reason"
        required={!isOptional}
        maxLength={200}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={8} role="group" aria-label="Usual reasons">
        {reasons.map((reason) => (
          <Pill key={reason} isAlone isPressed={reason === value} onClick={() => onChange(reason)}>
            {reason}
          </Pill>
        ))}
      </Group>
    </Stack>
  );
}
