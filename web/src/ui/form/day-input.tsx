import '@mantine/dates/styles.layer.css';
import { CloseButton, Popover, TextInput } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { inDialog } from '../dialog/dialog.tsx';
import type { Nearest } from './typed-date.ts';
import { useTypedDay } from './use-typed-day.ts';

interface DayInputProps {
  label: string;
  /** A day (YYYY-MM-DD), an empty text, or text that is not a date. */
  value: string;
  error?: ReactNode;
  /** The first day that is accepted. */
  earliest?: string;
  /** The completion of `25/11` and `fri`: to the next or to the last such day. */
  nearest?: Nearest;
  /**
   * Called on blur, on Enter and when a day is picked. Text that is not a date is passed on as
   * typed, so that the form rejects it.
   */
  onChange: (day: string) => void;
  /** Whether the field may be empty. */
  isOptional?: boolean;
  'data-autofocus'?: boolean;
}

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  monthLevelControl: 'Choose a month',
};

/**
 * Renders a date input, typed or picked, that shows the month as a word because 11/12 is ambiguous.
 * Text that is not a date stays with an error, and Enter does not submit it.
 */
export function DayInput({
  label,
  value,
  error,
  earliest,
  nearest = 'coming',
  isOptional = false,
  onChange,
  ...focus
}: DayInputProps) {
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<string>();
  const day = useTypedDay({ value, earliest, nearest, isOptional, onChange });

  function settle(): boolean {
    setOpen(false);
    return day.settle();
  }

  function pick(picked: string): void {
    setOpen(false);
    day.pick(picked);
  }

  function open(): void {
    setShown(undefined);
    setOpen(true);
  }

  /** Selects the text, so that typing replaces it, unless something was typed already. */
  function handleClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
    open();
    if (!day.isTyped) selectAll(currentTarget);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'ArrowDown') setOpen(true);
    // Parses before a form that Enter submits reads its values.
    if (event.key === 'Enter' && !flushSync(settle)) event.preventDefault();
  }

  return (
    <Popover opened={isOpen} position="bottom-start" shadow="md" withRoles={false} {...inDialog}>
      <Popover.Target>
        <TextInput
          label={label}
          required={!isOptional}
          value={day.text}
          error={day.fault ?? error}
          inputMode={isTouch ? 'none' : 'text'}
          autoComplete="off"
          onChange={(event) => {
            day.type(event.currentTarget.value);
            open();
          }}
          onClick={handleClick}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={settle}
          onKeyDown={handleKeyDown}
          rightSection={
            isOptional &&
            value !== '' && <CloseButton aria-hidden tabIndex={-1} size="sm" onClick={() => pick('')} />
          }
          // Escape closes the calendar first, then the surrounding dialog.
          data-mantine-stop-propagation={isOpen || undefined}
          {...focus}
        />
      </Popover.Target>
      {/* Keeps the focus in the field. On a phone six weeks fit between a dialog's header and
          the field. */}
      <Popover.Dropdown
        px={{ base: 4, xs: 'md' }}
        py={{ base: 4, xs: 'sm' }}
        onMouseDown={(event) => event.preventDefault()}
      >
        <Calendar
          __preventFocus
          date={shown ?? day.marked ?? day.today}
          onDateChange={setShown}
          {...(earliest !== undefined && { minDate: earliest })}
          getDayProps={(each) => ({ selected: each === day.marked, onClick: () => pick(each) })}
          firstDayOfWeek={1}
          weekendDays={[]}
          hideOutsideDates
          ariaLabels={calendarLabels}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Selects the text again after the click: some browsers clear a selection after the click that
 * focused the field.
 */
function selectAll(field: HTMLInputElement): void {
  const { value } = field;
  field.select();
  requestAnimationFrame(() => field.value === value && field.select());
}
