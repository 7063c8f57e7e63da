import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Bookable } from '../api.ts';
import { useAvailabilityWording } from '../wording.ts';

interface ResourcesFieldProps {
  resources: readonly Bookable[];
  value?: string[];
  error?: ReactNode;
  onChange?: (ids: string[]) => void;
}

/** Selects the doctors, or the courts and parts, that give a service. */
export function ResourcesField({ resources, value = [], error, onChange }: ResourcesFieldProps) {
  const { Resources } = useAvailabilityWording();
  return (
    <Checkbox.Group label={Resources} value={value} error={error} {...(onChange && { onChange })}>
      <Group gap="xs" mt={4}>
        {resources.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} mr="sm" />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
