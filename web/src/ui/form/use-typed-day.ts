import { formatDate } from '@samay/contract/core/time';
import { useState } from 'react';
import { useToday } from '../../lib/browser/use-today.ts';
import { isDay, type Nearest, parseTypedDate } from './typed-date.ts';

interface TypedDayOptions {
  /** A day (YYYY-MM-DD), an empty text, or text that is not a date. */
  value: string;
  earliest: string | undefined;
  nearest: Nearest;
  isOptional: boolean;
  onChange: (day: string) => void;
}

/**
 * Holds the text of a date input while it is typed: the day that it means, and its error once it is
 * parsed.
 */
export function useTypedDay({ value, earliest, nearest, isOptional, onChange }: TypedDayOptions) {
  const today = useToday();
  /** The typed text until it is parsed; null while the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // A value from outside, such as another form's, replaces the typed text.
    if (value !== typed) setTyped(null);
  }

  const text = typed ?? (isDay(value) ? formatDate(value) : value);
  const meant = typed === null ? value : parseTypedDate(typed, today, nearest);
  const fault = isTyping ? null : findFault(text, typed === null && isDay(value) ? value : meant);

  function findFault(written: string, day: string | null): string | null {
    if (written === '') return typed === null || isOptional ? null : 'Please enter a date';
    if (day === null || !isDay(day)) return 'Please enter a date, such as 25/11, 25 Nov 2026 or tomorrow';
    return earliest !== undefined && day < earliest && typed !== null
      ? `Please enter ${formatDate(earliest)} or a later day`
      : null;
  }

  function type(written: string): void {
    setTyped(written);
    setTyping(true);
  }

  /** Parses the typed text and passes it on; returns whether the form may be submitted. */
  function settle(): boolean {
    setTyping(false);
    if (typed === null) return findFault(text, value) === null;
    const isFine = findFault(typed, meant) === null;
    const next = isFine && meant !== null ? meant : typed.trim();
    if (isFine) setTyped(null);
    if (next !== value) onChange(next);
    return isFine;
  }

  function pick(day: string): void {
    setTyped(null);
    setTyping(false);
    onChange(day);
  }

  const marked = meant !== null && isDay(meant) ? meant : undefined;
  return { today, text, fault, marked, isTyped: typed !== null, type, settle, pick };
}
