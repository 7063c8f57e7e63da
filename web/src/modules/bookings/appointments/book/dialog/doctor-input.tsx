import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inDialog } from '../../../../../ui/dialog/dialog.tsx';
import { doctorNames } from '../../../api.ts';
import { resourceNamed } from '../../../resource-choices.ts';
import { hintBelow } from '../times/time-fields.tsx';

interface DoctorInputProps extends AutocompleteProps {
  resources: readonly { readonly name: string }[];
}

/**
 * Renders a doctor's name as free text with suggestions: all doctors of the business on focus, the
 * matching ones while typing.
 */
export function DoctorInput({ resources, onFocus, ...props }: DoctorInputProps) {
  const { data } = useQuery(doctorNames());
  const [isTyping, setTyping] = useState(false);
  const known = resources.map(({ name }) => name);
  const others = (data?.names ?? []).filter((name) => !resourceNamed(resources, name));
  return (
    <Autocomplete
      label="Doctor Name"
      required
      inputWrapperOrder={hintBelow}
      comboboxProps={inDialog}
      data={[...new Set([...known, ...others])]}
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
