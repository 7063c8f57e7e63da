import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oneTenantName, tenantChoices } from './api.ts';

interface BusinessSelectProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (id: string | null) => void;
}

/** One of all businesses, found by typing: there may be thousands. */
export function BusinessSelect({ label, placeholder, value, onChange }: BusinessSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const chosen = useQuery({ ...oneTenantName(value ?? ''), enabled: value !== undefined });
  const name = chosen.data;
  const { data } = useQuery(tenantChoices(search === name ? '' : search));
  const found = (data?.items ?? []).map((tenant) => ({ value: tenant.id, label: tenant.name }));
  const options =
    value !== undefined && name !== undefined && !found.some((option) => option.value === value)
      ? [{ value, label: name }, ...found]
      : found;
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      // The focus comes back to it from the question why one looks.
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear business' }}
      nothingFoundMessage="No business found"
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
