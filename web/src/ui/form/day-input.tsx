import '@mantine/dates/styles.layer.css';
import { CloseButton, Popover, TextInput } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { formatDate, LocalDate } from '@samay/contract/core/time';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useToday } from '../../lib/browser/use-today.ts';
import { inDialog } from '../dialog/dialog.tsx';
import { type Nearest, parseTypedDate } from './typed-date.ts';

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
  const today = useToday();
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const [isOpen, setOpen] = useState(false);
  /** The typed text until it is parsed; undefined while the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [known, setKnown] = useState(value);
  const [shown, setShown] = useState<string>();
  if (value !== known) {
    setKnown(value);
    // A value from outside, such as another form's, replaces the typed text.
    if (value !== typed) setTyped(null);
  }

  const text = typed ?? (isDay(value) ? formatDate(value) : value);
  const meant = typed === null ? value : parseTypedDate(typed, today, nearest);
  const fault = isTyping ? null : faultOf(text, typed === null && isDay(value) ? value : meant);

  function faultOf(written: string, day: string | null): string | null {
    if (written === '') return typed === null || isOptional ? null : 'Please enter a date';
    if (day === null || !isDay(day)) return 'Please enter a date, such as 25/11, 25 Nov 2026 or tomorrow';
    return earliest !== undefined && day < earliest && typed !== null
      ? `Please enter ${formatDate(earliest)} or a later day`
      : null;
  }

  /** Parses the typed text and passes it on; returns whether the form may be submitted. */
  function settle(): boolean {
    setTyping(false);
    setOpen(false);
    if (typed === null) return faultOf(text, value) === null;
    const isFine = faultOf(typed, meant) === null;
    const next = isFine && meant !== null ? meant : typed.trim();
    if (isFine) setTyped(null);
    if (next !== value) onChange(next);
    return isFine;
  }

  function pick(day: string): void {
    setTyped(null);
    setTyping(false);
    setOpen(false);
    onChange(day);
  }

  /** Selects the text, so that typing replaces it, unless something was typed already. */
  function handleClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
    setShown(undefined);
    setOpen(true);
    if (typed === null) selectAll(currentTarget);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'ArrowDown') setOpen(true);
    // Parses before a form that Enter submits reads its values.
    if (event.key === 'Enter' && !flushSync(settle)) event.preventDefault();
  }

  const marked = meant !== null && isDay(meant) ? meant : undefined;
  return (
    <Popover opened={isOpen} position="bottom-start" shadow="md" withRoles={false} {...inDialog}>
      <Popover.Target>
        <TextInput
          label={label}
          required={!isOptional}
          value={text}
          error={fault ?? error}
          inputMode={isTouch ? 'none' : 'text'}
          autoComplete="off"
          onChange={(event) => (
            setTyped(event.currentTarget.value),
            setTyping(true),
            setShown(undefined),
            setOpen(true)
          )}
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
          date={shown ?? marked ?? today}
          onDateChange={setShown}
          {...(earliest !== undefined && { minDate: earliest })}
          getDayProps={(day) => ({ selected: day === marked, onClick: () => pick(day) })}
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

/** Returns whether the text is a valid day. */
export function isDay(text: string): boolean {
  return LocalDate.safeParse(text).success;
}
