import type { Slot } from '@samay/contract/core/alternatives';
import { formatTime, type LocalDate } from '@samay/contract/core/time';
import { useEffect, useRef } from 'react';
import chips from '../../../../../ui/form/chips.module.css';
import { timeText } from '../../../../../lib/days.ts';
import type { When } from '../model/quick-values.ts';
import classes from './when-choice.module.css';

interface WhenChoiceProps {
  /** The group's id; its first choice is focused if none is chosen. */
  id: string;
  value: When;
  /** The id of the booking made last: the choice after it is shown from the start of the line. */
  booked: string | undefined;
  /** The day that is booked. */
  day: LocalDate;
  /** Whether *Now* is offered. */
  hasNow: boolean;
  /** The next free start, of the day or later; undefined if none is known. */
  next: Slot | undefined;
  /** The free starts of the day. One that is earlier than the one before it is set apart. */
  slots: readonly Slot[];
  /** Returns the name of a start's part if any court was asked for. */
  getPartName: (slot: Slot) => string | undefined;
  error: string | undefined;
  onChange: (when: When) => void;
}

/**
 * Renders *Now*, *Next free* and the free starts of the day as one choice; the arrow keys move
 * through it, Enter sends the form.
 */
export function WhenChoice({
  id,
  value,
  booked,
  day,
  hasNow,
  next,
  slots,
  getPartName,
  error,
  onChange,
}: WhenChoiceProps) {
  const line = useRef<HTMLDivElement>(null);
  const chosen = [value, day, booked].join(' ');
  const seen = useRef(chosen);
  useEffect(() => {
    if (seen.current === chosen) return;
    seen.current = chosen;
    if (line.current) showChosen(line.current);
  }, [chosen]);
  const choice = (
    when: string,
    {
      name = '',
      time = '',
      part,
      isApart,
    }: { name?: string; time?: string; part?: string | undefined; isApart?: boolean },
  ) => (
    <label
      key={when}
      className={chips.chip}
      title={[`${name}${time}`, part].filter(Boolean).join(' · ')}
      data-apart={isApart || undefined}
    >
      <input type="radio" name={id} value={when} checked={value === when} onChange={() => onChange(when)} />
      <span>
        {name}
        <span className={classes.time}>{time}</span>
        {part !== undefined && ' · '}
        {part !== undefined && <span className={classes.part}>{part}</span>}
      </span>
    </label>
  );
  const timeOf = (slot: Slot) => (slot.date === day ? formatTime(slot.time) : timeText(slot));
  return (
    <div
      ref={line}
      id={id}
      role="radiogroup"
      aria-label="Time"
      className={classes.choices}
      {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
    >
      {hasNow && choice('now', { name: 'Now' })}
      {next && choice('next', { name: 'Next free ', time: timeOf(next), part: getPartName(next) })}
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </span>
      )}
      {slots.map((slot, place) =>
        choice(getKey(slot), {
          time: formatTime(slot.time),
          part: getPartName(slot),
          isApart: getKey(slot) < getKey(slots[place - 1] ?? slot),
        }),
      )}
    </div>
  );
}

/**
 * Scrolls the line to the chosen start where it is out of sight: to the line's own start for *Now*
 * and *Next free*, and where none is chosen.
 */
function showChosen(line: HTMLElement): void {
  const chosen = line.querySelector<HTMLInputElement>('input:checked');
  if (!chosen || chosen.value === 'now' || chosen.value === 'next') {
    line.scrollLeft = 0;
    return;
  }
  const [start, end] = measureEdges(chosen.closest('label') ?? chosen);
  const [from, to] = measureEdges(line);
  if (start < from) line.scrollLeft -= from - start;
  else if (end > to) line.scrollLeft += end - to;
}

function measureEdges(element: HTMLElement): [number, number] {
  const { left, right } = element.getBoundingClientRect();
  return [left, right];
}

export function getKey({ date, time }: Pick<Slot, 'date' | 'time'>): string {
  return `${date} ${time}`;
}

/** Focuses the chosen start, or the first one. */
export function focusWhen(id: string): void {
  const group = document.getElementById(id);
  (group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector<HTMLElement>('input'))?.focus();
}
