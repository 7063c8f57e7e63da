import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './choice-select.module.css';

interface ChoiceSelectProps extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'disabled' | 'required' | 'title' | 'placeholder' | 'comboboxProps'
> {
  data: readonly { readonly value: string; readonly label: string }[];
  /** Null while nothing is chosen. */
  value?: string | null;
  error?: ReactNode;
  onChange?: (value: string) => void;
}

/**
 * Renders a select of a few options without an empty choice. Inside a dialog pass `inDialog` as
 * `comboboxProps`.
 */
export function ChoiceSelect({ data, onChange, ...props }: ChoiceSelectProps) {
  return (
    <Select
      {...props}
      data={[...data]}
      allowDeselect={false}
      classNames={{ input: classes.input ?? '', option: classes.option ?? '' }}
      onChange={(value) => value !== null && onChange?.(value)}
    />
  );
}
