import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { inDialog } from './in-dialog.ts';
import { parseTypedDate } from './typed-date.ts';

interface DayInputProps {
  label: string;
  value: string;
  error?: ReactNode;
  /** Days before it cannot be picked. */
  earliest?: string;
  onChange: (date: string) => void;
  /** May be left empty, and emptied again. */
  isOptional?: boolean;
}

/** A day, typed or picked, always shown with the month as a word: 11/12 means two things to two people. */
export function DayInput({ label, value, error, earliest, isOptional = false, onChange }: DayInputProps) {
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const [isOpen, setOpen] = useState(false);
  return (
    <DateInput
      label={label}
      required={!isOptional}
      clearable={isOptional}
      value={value === '' ? null : value}
      error={error}
      {...(earliest !== undefined && { minDate: earliest })}
      onChange={(date) => onChange(date ?? '')}
      valueFormat="D MMM YYYY"
      dateParser={parseTypedDate}
      firstDayOfWeek={1}
      weekendDays={[]}
      inputMode={isTouch ? 'none' : 'text'}
      autoComplete="off"
      hideOutsideDates
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month', monthLevelControl: 'Choose a month' }}
      popoverProps={{ ...inDialog, shadow: 'md', onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
      // Escape closes the calendar first, then the dialog around it.
      data-mantine-stop-propagation={isOpen || undefined}
    />
  );
}
