import { NativeSelect, Text, TextInput } from '@mantine/core';
import { onboardingMessages } from '@samay/contract/tenancy/onboarding';
import { useId } from 'react';
import { type Half, halves } from './slot-values.ts';
import classes from './time-slot-card.module.css';

interface TimeInputProps {
  /** `Start time`. */
  label: string;
  text: string;
  half: Half;
  error: string | undefined;
  onChange: (text: string, half: Half) => void;
}

/** A time as the specification has it: its text, and AM or PM beside it. */
export function TimeInput({ label, text, half, error, onChange }: TimeInputProps) {
  const id = useId();
  // That something is missing is said once, below all rows.
  const said = error && error !== onboardingMessages.timeSlots ? error : undefined;
  return (
    <div>
      <div className={classes.time}>
        <TextInput
          size="md"
          label={label}
          placeholder="9:00"
          autoComplete="off"
          maxLength={8}
          value={text}
          error={Boolean(error)}
          aria-describedby={said ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.value, half)}
        />
        <NativeSelect
          size="md"
          aria-label={`${label}, AM or PM`}
          data={[...halves]}
          value={half}
          onChange={(event) => onChange(text, event.currentTarget.value as Half)}
        />
      </div>
      {said && (
        <Text id={id} size="sm" c="var(--mantine-color-error)" className={classes.wrong ?? ''}>
          {said}
        </Text>
      )}
    </div>
  );
}
