import type { Slot } from '@samay/contract/core/alternatives';
import { formatTime, type LocalDate } from '@samay/contract/core/time';
import chips from '../../../../../ui/form/chips.module.css';
import { timeText } from '../../../days.ts';
import type { When } from './quick-values.ts';
import classes from './when-choice.module.css';

interface WhenChoiceProps {
  /** The group's id; its first choice is focused if none is chosen. */
  id: string;
  value: When;
  /** The day that is booked. */
  day: LocalDate;
  /** Whether *Now* is offered. */
  hasNow: boolean;
  /** The next free start, of the day or later; undefined if none is known. */
  next: Slot | undefined;
  /** The free starts of the day. One that is earlier than the one before it is set apart. */
  slots: readonly Slot[];
  /** Returns the name of a start's part if any court was asked for. */
  partNameOf: (slot: Slot) => string | undefined;
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
  day,
  hasNow,
  next,
  slots,
  partNameOf,
  error,
  onChange,
}: WhenChoiceProps) {
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
      id={id}
      role="radiogroup"
      aria-label="Time"
      className={classes.choices}
      {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
    >
      {hasNow && choice('now', { name: 'Now' })}
      {next && choice('next', { name: 'Next free ', time: timeOf(next), part: partNameOf(next) })}
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </span>
      )}
      {slots.map((slot, place) =>
        choice(keyOf(slot), {
          time: formatTime(slot.time),
          part: partNameOf(slot),
          isApart: keyOf(slot) < keyOf(slots[place - 1] ?? slot),
        }),
      )}
    </div>
  );
}

export function keyOf({ date, time }: Pick<Slot, 'date' | 'time'>): string {
  return `${date} ${time}`;
}

/** Focuses the chosen start, or the first one. */
export function focusWhen(id: string): void {
  const group = document.getElementById(id);
  (group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector<HTMLElement>('input'))?.focus();
}
