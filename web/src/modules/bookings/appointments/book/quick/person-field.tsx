import { TextInput } from '@mantine/core';
import type { FoundPerson } from '@samay/contract/bookings/people';
import { formatDate, formatTime, indiaDate } from '@samay/contract/core/time';
import { type ReactNode, type Ref, useId } from 'react';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import { timeText } from '../../../days.ts';
import classes from './person-field.module.css';
import { usePersonSearch } from './use-person-search.ts';

interface PersonFieldProps {
  label: string;
  value: string;
  error?: ReactNode;
  type: 'tel' | 'text';
  maxLength: number;
  /**
   * Whether Enter was pressed before the answer: it takes the person once found, instead of sending
   * the form.
   */
  isAwaited: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onPick: (person: FoundPerson) => void;
}

/**
 * Renders a field that looks people up while the user types: a combobox with a list (ARIA), by
 * press or by arrow keys and Enter. The only person of a whole number is marked immediately, so
 * that Enter alone takes them; in a household the user chooses.
 */
export function PersonField({
  label,
  value,
  error,
  type,
  maxLength,
  isAwaited,
  ref,
  onChange,
  onPick,
}: PersonFieldProps) {
  const id = useId();
  const search = usePersonSearch({ value, isAwaited, onChange, onPick });
  const { people, marked } = search;
  return (
    <div className={classes.field}>
      <TextInput
        ref={ref}
        type={type}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={people.length > 0}
        aria-controls={`${id}-people`}
        {...(marked && { 'aria-activedescendant': `${id}-${marked.id}` })}
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        error={error}
        onChange={(event) => search.handleChange(event.currentTarget.value)}
        onKeyDown={search.handleKeyDown}
        onBlur={search.close}
      />
      <ul
        id={`${id}-people`}
        role="listbox"
        aria-label={label}
        className={classes.people}
        hidden={people.length === 0}
      >
        {people.map((person) => (
          <li
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person === marked}
            className={classes.person}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.pick(person)}
          >
            <span className={classes.name}>{person.name}</span>
            <span className={classes.contact}>{person.contact ?? person.email}</span>
            <span className={classes.visit} data-booked={Boolean(person.nextVisit) || undefined}>
              {visitText(person)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns `Booked today, 11:00 am` if there is such a booking, so that nobody is booked twice by
 * accident; otherwise `Last visit 12 Nov 2026, Dr. Rao`.
 */
export function visitText({ lastVisit, nextVisit }: Pick<FoundPerson, 'lastVisit' | 'nextVisit'>): string {
  if (nextVisit) {
    const isToday = nextVisit.date === indiaDate(serverNow());
    return `Booked ${isToday ? `today, ${formatTime(nextVisit.time)}` : timeText(nextVisit)}`;
  }
  if (!lastVisit) return 'No visit yet';
  return `Last visit ${[formatDate(lastVisit.date), lastVisit.doctor].filter(Boolean).join(', ')}`;
}
