import '@mantine/dates/styles.layer.css';
import { CloseButton, Popover, TextInput } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { formatDate, LocalDate } from '@samay/contract/core/time';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useToday } from '../../lib/browser/use-today.ts';
import { inDialog } from '../dialog/in-dialog.ts';
import { type Nearest, parseTypedDate } from './typed-date.ts';

interface DayInputProps {
  label: string;
  /** A day, empty, or what was typed and not understood. */
  value: string;
  error?: ReactNode;
  /** Days before it are refused. */
  earliest?: string;
  /** Which day is meant by `25/11` and `fri`. */
  nearest?: Nearest;
  /** Told when the field is left, by Enter and by a pick. What is not understood is handed on as it was typed, so that a form refuses it. */
  onChange: (day: string) => void;
  /** May be left empty, and emptied again. */
  isOptional?: boolean;
  'data-autofocus'?: boolean;
}

const calendarLabels = { previousMonth: 'Previous month', nextMonth: 'Next month', monthLevelControl: 'Choose a month' };

/**
 * A day, typed or picked, always shown with the month as a word: 11/12 means two things to two people. What was typed and is not understood
 * stays, with an error beside it; Enter then sends nothing.
 */
export function DayInput({ label, value, error, earliest, nearest = 'coming', isOptional = false, onChange, ...focus }: DayInputProps) {
  const today = useToday();
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const [isOpen, setOpen] = useState(false);
  /** The text since it was touched, until it is understood. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [known, setKnown] = useState(value);
  const [shown, setShown] = useState<string>();
  if (value !== known) {
    setKnown(value);
    // A value from outside, such as another form's, counts more than what stands here.
    if (value !== typed) setTyped(null);
  }

  const text = typed ?? (isDay(value) ? formatDate(value) : value);
  const meant = typed === null ? value : parseTypedDate(typed, today, nearest);
  const fault = isTyping ? null : faultOf(text, typed === null && isDay(value) ? value : meant);

  function faultOf(written: string, day: string | null): string | null {
    if (written === '') return typed === null || isOptional ? null : 'Please enter a date';
    if (day === null || !isDay(day)) return 'Please enter a date, such as 25/11, 25 Nov 2026 or tomorrow';
    return earliest !== undefined && day < earliest && typed !== null ? `Please enter ${formatDate(earliest)} or a later day` : null;
  }

  /** Hands on what stands in the field; tells whether it may be sent. */
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

  /** Where nothing was typed yet, what is typed next takes the place of what stands here. */
  function handleClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
    setShown(undefined);
    setOpen(true);
    if (typed === null) selectAll(currentTarget);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'ArrowDown') setOpen(true);
    // Before the form that Enter sends reads its values.
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
          onChange={(event) => (setTyped(event.currentTarget.value), setTyping(true), setShown(undefined), setOpen(true))}
          onClick={handleClick}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={settle}
          onKeyDown={handleKeyDown}
          rightSection={isOptional && value !== '' && <CloseButton aria-hidden tabIndex={-1} size="sm" onClick={() => pick('')} />}
          // Escape closes the calendar first, then the dialog around it.
          data-mantine-stop-propagation={isOpen || undefined}
          {...focus}
        />
      </Popover.Target>
      {/* The hands stay in the field. On a phone six weeks fit between a dialog's head and the field. */}
      <Popover.Dropdown px={{ base: 4, xs: 'md' }} py={{ base: 4, xs: 'sm' }} onMouseDown={(event) => event.preventDefault()}>
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

/** Browsers take the selection of a text that was selected before away after the click. */
function selectAll(field: HTMLInputElement): void {
  const { value } = field;
  field.select();
  requestAnimationFrame(() => field.value === value && field.select());
}

/** Whether a field holds a day; else nothing, or what was not understood. */
export function isDay(text: string): boolean {
  return LocalDate.safeParse(text).success;
}
