import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inDialog } from '../../../../ui/dialog/in-dialog.ts';
import { doctorNames } from '../api.ts';

/** A doctor's name, free text: suggests all of the business's doctors whatever stands in it, and those that match once somebody types. */
export function DoctorInput({ onFocus, ...props }: AutocompleteProps) {
  const { data } = useQuery(doctorNames());
  const [isTyping, setTyping] = useState(false);
  return (
    <Autocomplete
      label="Doctor Name"
      required
      comboboxProps={inDialog}
      data={data?.names ?? []}
      {...(!isTyping && { filter: ({ options }) => options })}
      {...props}
      onInput={() => setTyping(true)}
      onOptionSubmit={() => setTyping(false)}
      onFocus={(event) => {
        setTyping(false);
        event.currentTarget.select();
        onFocus?.(event);
      }}
    />
  );
}
