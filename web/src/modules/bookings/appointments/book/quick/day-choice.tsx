import { addDays, isCalendarDay, type LocalDate } from '@samay/contract/core/time';
import type { KeyboardEvent } from 'react';
import { useToday } from '../../../../../lib/browser/use-today.ts';
import chips from '../../../../../ui/form/chips.module.css';
import { nameOfDay } from '../../../../../lib/days.ts';
import classes from './when-choice.module.css';

interface DayChoiceProps {
  /** The group's name. */
  id: string;
  value: LocalDate;
  onChange: (day: LocalDate) => void;
}

/**
 * Renders *Today*, *Tomorrow* and a date as one choice. The date is the browser's own field: it
 * needs no script of its own, and a phone shows its calendar.
 */
export function DayChoice({ id, value, onChange }: DayChoiceProps) {
  const today = useToday();
  const near = [today, addDays(today, 1)];
  const isNear = near.includes(value);

  function handleDate(day: string): void {
    if (isCalendarDay(day) && day >= today) onChange(day);
  }

  return (
    <div role="radiogroup" aria-label="Day" className={classes.days}>
      {near.map((day) => (
        <label key={day} className={chips.chip}>
          <input type="radio" name={id} value={day} checked={value === day} onChange={() => onChange(day)} />
          <span>{nameOfDay(day, today)}</span>
        </label>
      ))}
      <label className={chips.chip} data-chosen={!isNear || undefined}>
        <input
          type="date"
          aria-label="Another day"
          min={today}
          value={isNear ? '' : value}
          onChange={(event) => handleDate(event.currentTarget.value)}
          onClick={({ currentTarget }) => showCalendar(currentTarget)}
          onKeyDown={handleKeyDown}
        />
        <span>{isNear ? 'Date…' : nameOfDay(value, today)}</span>
      </label>
    </div>
  );
}

/** Opens the calendar by Enter, which would send the form, and by Space. */
function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  showCalendar(event.currentTarget);
}

/** Opens the browser's calendar where a press on the field would only place the caret. */
function showCalendar(field: HTMLInputElement): void {
  try {
    field.showPicker();
  } catch {
    // An old browser has no such function; its field is typed in.
  }
}
