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

/** Renders a searchable select of one tenant; there may be thousands. */
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
      // The dialog that asks for the reason of the access returns the focus to this field, which
      // must not open the list again.
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
