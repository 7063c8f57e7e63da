import { TextInput, type TextInputProps } from '@mantine/core';
import { hintBelow } from './times/time-fields.tsx';

interface EmailInputProps extends TextInputProps {
  /** The value of the contact field: with a number the email may be left out. */
  contact: string;
}

/** Renders the email of a booking's person, required unless there is a contact number. */
export function EmailInput({ contact, ...props }: EmailInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      required={contact.trim() === ''}
      description="Not needed with a contact number"
      inputWrapperOrder={hintBelow}
      autoComplete="off"
      {...props}
    />
  );
}
